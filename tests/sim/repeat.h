/* repeat.h - walks of chains, which are no longer simulated once they repeat. */
#ifndef SIM_REPEAT_H
#define SIM_REPEAT_H

#include "core.h"

enum { VISITS_KEPT = 2048 };

/* One walk of a chain, from AT, and its cost. */
struct visit {
    const struct chain *chain;
    void *at;
    size_t loads;
    double cycles;
    uint64_t hash; /* of the cost of each load of its last lap, or of less than a lap */
};

/* The last visits.  Once each visit has equalled the one a period before for several periods,
   further ones are predicted, until one comes that breaks the period. */
struct repeat {
    struct visit visit[VISITS_KEPT]; /* a ring */
    size_t count, period;            /* period 0: none found */
    size_t alike;                    /* consecutive visits that equal those a period before */
    size_t ahead;                    /* predicted visits, which the core has not executed */
    struct load *coming;             /* the loads of one period, from the first prediction on */
};

/* Returns the cycles of LOADS loads of CHAIN, and moves the chain on by as many places. */
double repeat_walk(struct repeat *repeat, struct core *core, struct chain *chain, size_t loads);

/* Ends the predictions; to be called before anything else happens to the core.  The core is left as
   after all visits, provided that whole periods of equal cost left it unchanged. */
void repeat_end(struct repeat *repeat, struct core *core);

#endif
