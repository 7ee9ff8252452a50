/* execute.h - a core that executes configurations out of order.

   Operations enter in program order, so many in a cycle; each waits for its operands, for a unit
   and for a port of the register file.  Times are in parts of a cycle too: some cores pump a part
   of them twice as fast. */
#ifndef SIM_EXECUTE_H
#define SIM_EXECUTE_H

#include "../../probes/machine/statement.h"
#include "statement.h"

enum { SIM_UNITS = 8, SIM_OPERATIONS = 64, SIM_TYPE = 8 };

/* An operation on a type; those with the same POOL share its units. */
struct sim_operation {
    enum operation_kind kind;
    char type[SIM_TYPE];
    double cycles, interval; /* latency; until the unit takes the next one */
    double seldom;           /* latency at times, as some dividers have it; 0: always the same */
    size_t units, pool;
};

struct sim_execute {
    struct sim_operation operation[SIM_OPERATIONS];
    size_t operations;
    double at_times;     /* the share of samples in which latencies are what they seldom are */
    double width;        /* operations that enter in a cycle */
    double read_ports;   /* of the register file; 0: enough */
    double loop;         /* cycles that a round's branch keeps others from entering */
    bool in_order;       /* what waits keeps all others behind it waiting */
    bool folds;          /* adds of constants are done where registers are renamed */
    size_t registers;    /* for integers; 0: enough */
    size_t reserved;     /* of these, for stack, counters and whatever the compiler needs */
    size_t fp_registers; /* for the other types */
    size_t simd;         /* bytes of a vector done at once, wider ones in parts; 0: no vectors */
    double forward;      /* cycles of a store and the load behind it; 0: it is only renamed */
    /* Cycles from when a mispredicted branch's operand is there until an instruction of the right
       path begins; 0: nothing is mispredicted. */
    double miss;
};

/* Values of TYPE that the compiler keeps in registers; 0: enough. */
size_t execute_registers(const struct sim_execute *execute, const char *type);

/* The operation, or NULL. */
const struct sim_operation *execute_find(const struct sim_execute *execute,
                                         enum operation_kind kind, const char *type);

/* Cycles of a round of LOOP; 0 where the core cannot execute it. */
double execute_round(const struct sim_execute *execute, const struct statement_loop *loop);

#endif
