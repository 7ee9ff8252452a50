/* core_statement.h - runs the sweep of one statement on a simulated core, and the method on its
   table. */
#ifndef UNIT_CORE_STATEMENT_H
#define UNIT_CORE_STATEMENT_H

#include "../../probes/core/loops.h"
#include "../../probes/core/vectors.h"
#include "../sim/run.h"

#include <stdlib.h>
#include <string.h>

extern const struct method simd_method, streams_method, width_method;

/* The arguments of sweep_now, since a sweep takes none.  An empty chain or rest, or form in memory,
   means that the operation has none. */
static struct {
    char name[24], type[40], statement[100], chain[100], rest[60], in_memory[100];
    bool set, many; /* MANY: the CPU has 32 registers of each kind */
} now;

static inline void runs_nowhere(size_t streams, size_t unrolled, size_t rounds) {
    (void)streams, (void)unrolled, (void)rounds;
}

static inline const char *sweep_now(struct machine *machine, FILE *out) {
#define ROW_OF(text, n, u)                                                                         \
    if (*(text) != '\0')                                                                           \
        row[rows++] = (struct statement_loop){text, now.type, n, u, now.set, runs_nowhere};
#define REST_ROW(n, u) ROW_OF(now.rest, n, u)
#define CHAIN_ROW(n, u) ROW_OF(now.chain, n, u)
#define STREAM_ROW(n, u) ROW_OF(now.statement, n, u)
#define IN_MEMORY_ROW(n, u) ROW_OF(now.in_memory, n, u)
    struct statement_loop row[64];
    size_t rows = 0;
    REST_LOOPS(REST_ROW)
    CHAIN_LOOPS(CHAIN_ROW)
    if (now.set) {
        SET_LOOPS(STREAM_ROW)
    } else if (now.in_memory[0] != '\0') {
        EVERY_STREAM_LOOPS(STREAM_ROW)
        IN_MEMORY_LOOPS(IN_MEMORY_ROW)
    } else {
        STREAM_LOOPS(STREAM_ROW)
        if (now.many) {
            MORE_STREAM_LOOPS(STREAM_ROW)
        }
    }
    return statement_sweep(machine, now.name, row, rows, out);
}

static inline char *answers_of(const struct sim_machine *sim, uint64_t seed) {
    now.many = sim->execute.fp_registers >= 32;
    struct run run = run_sweep(sweep_now, &streams_method, sim, seed);
    free(run.table);
    return run.output;
}

static inline void set_now(const char *name, const char *type, const char *statement) {
    snprintf(now.name, sizeof now.name, "%s_%s", name, type);
    snprintf(now.type, sizeof now.type, "%s", type);
    snprintf(now.statement, sizeof now.statement, "%s", statement);
    snprintf(now.chain, sizeof now.chain, "%s", statement);
    now.rest[0] = '\0';
    now.in_memory[0] = '\0';
    now.set = false;
}

static inline unsigned long seeds(void) {
    const char *text = getenv("ZOO_SEEDS");
    return text != NULL ? strtoul(text, NULL, 10) : 3;
}

#endif
