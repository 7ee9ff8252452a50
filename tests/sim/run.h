/* run.h - a probe's sweep on a simulated machine, and what the analyzer makes of its table. */
#ifndef SIM_RUN_H
#define SIM_RUN_H

#include "../../analysis/method.h"
#include "../../probes/machine/sweep.h"
#include "sim.h"

/* The table as printed, and the analyzer's lines.  Where either fails its text is the reason. */
struct run {
    char *table, *output;
};

struct run run_sweep(sweep *run, const struct method *method, const struct sim_machine *sim,
                     uint64_t seed);

/* The same with several DECIDERS, the last of which is NULL, for one table. */
struct run run_sweep_by(sweep *run, const struct method *const *deciders,
                        const struct sim_machine *sim, uint64_t seed);
void run_free(struct run *run);

/* Copies the value of NAME, cut to SIZE; empty where OUTPUT has no such line. */
void run_answer(const char *output, const char *name, char *value, size_t size);

#endif
