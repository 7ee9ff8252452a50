/* single_loads.h - what timed single loads say about a latency curve. */
#ifndef SINGLE_LOADS_H
#define SINGLE_LOADS_H

#include "curve_levels.h"

/* Do single loads decide whether a level is hidden on the edge behind level K?  Only on the edge to
   memory, and only where they were not disturbed. */
bool single_loads_decide(const struct curve *curve, const struct levels *levels, size_t k);

/* Do single loads show a slower cache on that edge? */
bool single_loads_slower_cache(const struct curve *curve, const struct levels *levels, size_t k);

/* Do the loads of plateau K that a cache serves cost less than the average load?  Then the plateau
   mixes memory with the level before it. */
bool single_loads_mixed(const struct curve *curve, const struct levels *levels, size_t k);

/* Does memory serve some loads of plateau K, and the level before it the others? */
bool single_loads_share(const struct curve *curve, const struct levels *levels, size_t k);

#endif
