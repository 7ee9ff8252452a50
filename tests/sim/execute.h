/* execute.h - a core that executes configurations of streams out of order.

   A few operations enter in each cycle, in program order.  Each waits for its operands, for a unit
   and for a port of the register file.  Times may be fractions of a cycle, since some cores run a
   part of their units at twice the frequency. */
#ifndef SIM_EXECUTE_H
#define SIM_EXECUTE_H

#include "../../probes/machine/statement.h"
#include "statement.h"

enum { SIM_UNITS = 8, SIM_OPERATIONS = 64, SIM_TYPE = 8 };

/* An operation on a type.  Operations with the same POOL share units. */
struct sim_operation {
    enum operation_kind kind;
    char type[SIM_TYPE];
    double cycles, interval; /* latency; cycles until the unit takes the next operation */
    double seldom;           /* another latency, as some dividers have; 0: none */
    double gap;              /* cycles that the unit is idle before an operation that has waited */
    size_t units, pool;
};

struct sim_execute {
    struct sim_operation operation[SIM_OPERATIONS];
    size_t operations;
    double at_times;     /* part of the samples that have the other latencies */
    double width;        /* operations that enter in a cycle */
    double read_ports;   /* of the register file; 0: unlimited */
    double loop;         /* cycles in which a loop's branch lets no operation enter */
    bool in_order;       /* a waiting operation delays all later ones */
    bool folds;          /* additions of constants are done by renaming */
    size_t registers;    /* for integers; 0: unlimited */
    size_t reserved;     /* of these, for the stack, counters and the compiler */
    size_t fp_registers; /* for the other types */
    size_t load_queue;   /* the most loads in the queue, which they leave in order; 0: no limit */
    size_t simd;    /* bytes of the vector unit; wider vectors take several steps; 0: no vectors */
    double forward; /* cycles that the spill of a variable adds; 0: renamed */
    /* Cycles from when a mispredicted branch's operand is ready until an instruction of the right
       path begins; 0: no mispredictions. */
    double miss;
};

/* Returns how many values of TYPE the compiler keeps in registers; 0 if all. */
size_t execute_registers(const struct sim_execute *execute, const char *type);

/* Returns the operation, or NULL if the core has no such one. */
const struct sim_operation *execute_find(const struct sim_execute *execute,
                                         enum operation_kind kind, const char *type);

/* Returns the cycles of a round of LOOP, or 0 if the core cannot execute it. */
double execute_round(const struct sim_execute *execute, const struct statement_loop *loop);

#endif
