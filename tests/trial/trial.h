/* trial.h - one run of a sweep on a simulated machine.  Each answer must be right or `unknown`;
   without noise it must be known unless an excuse says why not. */
#ifndef TRIAL_TRIAL_H
#define TRIAL_TRIAL_H

#include "machines.h"
#include "sweeps.h"

struct trial {
    const struct subject *subject;
    const struct tried *tried;
    uint64_t seed;
    bool quiet; /* without noise */
    size_t known, unknown, wrong;
};

/* Returns the parameters that the sweep must find besides those of its rows.  The list ends with
   NULL. */
const char *const *trial_also(const struct tried *tried);

/* Runs the trial and counts its answers.  Each wrong one is a line on standard error; with
   ZOO_TABLES=1 the table follows. */
void trial_run(struct trial *trial);

#endif
