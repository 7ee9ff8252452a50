/* trial.h - one run of a sweep on a simulated machine: each answer must be right or `unknown`, and
   without noise known unless an excuse says why not. */
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

/* Parameters that the sweep must tell beyond those that it is asked for.  The list ends with NULL.
 */
const char *const *trial_also(const struct tried *tried);

/* Counts the answers of a run.  Each that is wrong is a line on standard error; with ZOO_TABLES=1
 * its table follows. */
void trial_run(struct trial *trial);

#endif
