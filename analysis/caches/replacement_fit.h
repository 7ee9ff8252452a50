/* replacement_fit.h - how well a policy explains what visits cost. */
#ifndef REPLACEMENT_FIT_H
#define REPLACEMENT_FIT_H

#include <stdbool.h>
#include <stddef.h>

/* What the best line through (miss, cost) leaves: the root of the mean square, in parts of its
   slope, and the steps AGAINST it, by more than half of that.  A slope that is not above zero
   explains nothing. */
double fit_left(const double *miss, const double *cost, size_t steps, size_t *against);

/* Do two policies say the same of every step?  A tree of two ways is LRU. */
bool fit_same(const double *one, const double *other, size_t steps);

#endif
