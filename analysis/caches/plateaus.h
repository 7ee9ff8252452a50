/* plateaus.h - the plateaus of a latency curve, which are levels of cache and memory. */
#ifndef PLATEAUS_H
#define PLATEAUS_H

#include "curve_levels.h"

/* Makes the latency of CURVE monotone.  Returns false, with no levels, where the curve has no
   plateaus or there is no memory. */
bool plateaus_find(const struct curve *curve, struct levels *levels);

#endif
