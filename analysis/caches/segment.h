/* segment.h - a curve as a stair. */
#ifndef SEGMENT_H
#define SEGMENT_H

#include <stddef.h>

/* Cuts Y, N values, into runs around their own means so that the sum of squares plus PENALTY for
   each run is least: exact, by dynamic programming (METHODS 3b: the one rule that finds several
   levels at once).  FIRST, N entries, takes the first index of each run.  Returns how many there
   are, or 0 where there is no memory. */
size_t segment(const double *y, size_t n, double penalty, size_t *first);

#endif
