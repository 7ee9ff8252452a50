/* plateaus.h - the plateaus of a latency curve, which are levels of cache and memory. */
#ifndef PLATEAUS_H
#define PLATEAUS_H

#include "single_loads.h"

/* BYTES and LATENCY have N points, in ascending order of size.  LATENCY is made monotone in place.
   Returns false, with no levels, where the curve has no plateaus or there is no memory. */
bool plateaus_find(const double *bytes, double *latency, const struct singles *singles, size_t n,
                   struct levels *levels);

#endif
