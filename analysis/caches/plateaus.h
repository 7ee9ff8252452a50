/* plateaus.h - the plateaus of a latency curve, which are levels of cache and memory. */
#ifndef PLATEAUS_H
#define PLATEAUS_H

#include "curve_levels.h"

/* A plateau is that wide: no level holds less than twice the one before it. */
static const double OCTAVE = 1.99;

/* What is known of single loads at each size, where the sweep has them: the mean of those that
   memory did not serve, or memory's latency where nearly all were its; and the bytes that a TLB
   holds.  NULL where it has not. */
struct singles {
    double *cached, *reach;
};

/* BYTES and LATENCY, N points; sizes ascend.  LATENCY is made monotone in place.  Returns false,
   with nothing found, where the curve does not rise by plateaus or there is no memory. */
bool plateaus_find(const double *bytes, double *latency, const struct singles *singles, size_t n,
                   struct levels *levels);

/* Do single loads tell what a cache serves along the edge behind the K-th, the last one?  The
   others are those of plateaus_find. */
bool plateaus_told_singly(const double *bytes, const double *latency, const struct singles *singles,
                          const struct levels *levels, size_t k);

#endif
