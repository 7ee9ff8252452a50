/* laps.h - the cost of samples, of which only as many laps are simulated as differ. */
#ifndef SIM_LAPS_H
#define SIM_LAPS_H

#include "core.h"

/* Equal laps, or walks, after which all further ones are assumed to be equal. */
enum { LAPS_ALIKE = 4 };

/* Loads of COUNT chains side by side, or stores to one. */
struct work {
    enum { LOADS, STORES } kind;
    struct chain *chains;
    size_t count;
};

/* The chain of the last sample and the cost of a further lap of it, which holds until something
   else uses the caches. */
struct steady {
    const struct chain *chain; /* NULL: none */
    double lap_cycles;
};

/* Returns the offset of the place where the chain stands, and moves the chain to the next place. */
uint64_t chain_next(struct chain *chain);

/* Returns the cycles of LOADS loads.  If laps repeat, further ones are assumed to cost the same.
   HASH is of the cost of each load of the last lap and of the incomplete lap after it. */
double chain_walk_laps(struct core *core, struct chain *chain, size_t loads, uint64_t *hash);

/* Returns the cycles of STEPS loads of each chain, or stores.  Further laps are assumed to cost as
   much as the simulated ones, and leave the caches as these did. */
double work_cycles(struct core *core, struct steady *steady, const struct work *work, size_t steps);

#endif
