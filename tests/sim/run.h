/* run.h - a sweep on a simulated machine, and the analyzer's answers from its table. */
#ifndef SIM_RUN_H
#define SIM_RUN_H

#include "../../analysis/method.h"
#include "../../probes/machine/sweep.h"
#include "sim.h"

/* The printed table, and the analyzer's lines.  Where either fails, its text is the reason. */
struct run {
    char *table, *output;
};

struct run run_sweep(sweep *run, const struct method *method, const struct sim_machine *sim,
                     uint64_t seed);

/* The same with one table and several DECIDERS, which end with NULL. */
struct run run_sweep_by(sweep *run, const struct method *const *deciders,
                        const struct sim_machine *sim, uint64_t seed);
void run_free(struct run *run);

/* Copies the value of NAME, cut to SIZE; an empty text if OUTPUT has no such line. */
void run_answer(const char *output, const char *name, char *value, size_t size);

#endif
