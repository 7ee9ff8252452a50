/* segment.h - optimal piecewise constant segmentation. */
#ifndef SEGMENT_H
#define SEGMENT_H

#include <stddef.h>

/* Cuts the N values of Y into runs so that the sum of squares around their means, plus PENALTY for
   each run, is minimal: exact, by dynamic programming (the one rule that finds several
   levels at once).  FIRST, N entries, receives the first index of each run.  Returns the number of
   runs, or 0 where there is no memory. */
size_t segment(const double *y, size_t n, double penalty, size_t *first);

#endif
