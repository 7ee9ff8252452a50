/* spurious_level.h - whether a plateau of a latency curve may be no level. */
#ifndef SPURIOUS_LEVEL_H
#define SPURIOUS_LEVEL_H

#include "single_loads.h"

/* Could plateau K come from memory's share of the loads, a TLB, noise, or the level before
   it? */
bool spurious_level_possible(const struct curve *curve, const struct levels *levels, size_t k);

#endif
