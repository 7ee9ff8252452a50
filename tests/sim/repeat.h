/* repeat.h - walks that repeat themselves are not simulated for ever. */
#ifndef SIM_REPEAT_H
#define SIM_REPEAT_H

#include "core.h"

enum { VISITS_KEPT = 2048 };

/* One walk of a chain, from AT, and what it cost. */
struct visit {
    const struct chain *chain;
    void *at;
    size_t loads;
    double cycles;
    uint64_t hash; /* of what each load of its last lap, or of what was less, cost */
};

/* The last visits.  Where each was like the one a period before for some periods, further ones are
   taken to go on like that and are foretold, until one comes that is not the next in turn. */
struct repeat {
    struct visit visit[VISITS_KEPT]; /* a ring */
    size_t count, period;            /* period 0: there is none */
    size_t alike;                    /* visits in a row that were like those a period before */
    size_t ahead;                    /* visits foretold, which the core has not seen */
    struct load *coming;             /* of one period, once there is one that is foretold */
};

/* Cycles of so many LOADS of CHAIN, which stands as many further on afterwards. */
double repeat_walk(struct repeat *repeat, struct core *core, struct chain *chain, size_t loads);

/* To be called before anything else happens to the core: it is left as after all visits, if whole
   periods that cost the same left it as it was. */
void repeat_end(struct repeat *repeat, struct core *core);

#endif
