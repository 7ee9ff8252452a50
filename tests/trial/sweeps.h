/* sweeps.h - the sweeps that are tried on simulated machines, from the tables of parameters without
   the rows that say `flags` (tests/pairs).  schedule.h decides on which machines. */
#ifndef TRIAL_SWEEPS_H
#define TRIAL_SWEEPS_H

#include "../sim/run.h"

enum { METHODS_MOST = 3, NAMES_MOST = 16 };

/* A sweep, its folder of probes/ (`subject`), the methods that decide on its table, and the
   parameters that they must find.  The lists end with NULL. */
struct tried {
    const char *name, *subject;
    sweep *run;
    const struct method *method[METHODS_MOST];
    const char *asked[NAMES_MOST];
};

extern const struct tried TRIED_SWEEPS[];
extern const size_t TRIED_COUNT;

#endif
