/* replacement_fit.h - how well a replacement policy explains measured costs. */
#ifndef REPLACEMENT_FIT_H
#define REPLACEMENT_FIT_H

#include <stdbool.h>
#include <stddef.h>

/* The residual of the best line through (miss, cost): the root mean square relative to its slope,
   and in AGAINST the number of steps off by more than half of that slope.  A slope that is not
   positive explains nothing. */
double fit_left(const double *miss, const double *cost, size_t steps, size_t *against);

/* Do two policies predict the same for every step?  A tree of two ways is LRU. */
bool fit_same(const double *one, const double *other, size_t steps);

#endif
