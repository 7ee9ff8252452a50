/* laps.h - what a sample times, simulated for as long as it brings something new. */
#ifndef SIM_LAPS_H
#define SIM_LAPS_H

#include "core.h"

/* Laps, or walks, that are served alike before all further ones are taken to be. */
enum { LAPS_ALIKE = 4 };

/* COUNT chains side by side, or stores to one. */
struct work {
    enum { LOADS, STORES } kind;
    struct chain *chains;
    size_t count;
};

/* What is known of the chain that was sampled last: what a lap of it costs for ever, as long as
   nobody else comes between. */
struct steady {
    const struct chain *chain; /* NULL: nothing */
    double lap_cycles;
};

/* The offset of the place where the chain stands, which is the next one then. */
uint64_t chain_next(struct chain *chain);

/* Cycles of so many LOADS.  Laps that repeat themselves are taken to go on like that.  HASH is one
   of what each load of the last lap, and of what is less than a lap, cost. */
double chain_walk_laps(struct core *core, struct chain *chain, size_t loads, uint64_t *hash);

/* Cycles of STEPS loads of each chain, or stores.  What follows the laps that are simulated is
   taken to be like them; the caches are left as they are after such a lap. */
double work_cycles(struct core *core, struct steady *steady, const struct work *work, size_t steps);

#endif
