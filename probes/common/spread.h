/* spread.h - one number of many layouts. */
#ifndef SPREAD_H
#define SPREAD_H

#include <stddef.h>

/* Many layouts: where the state that a layout hides (which physical pages were drawn) decides,
   a minimum would take the luckiest one, so the median it is (METHODS 3c).  LOW and HIGH are what
   all layouts but the oddest on each side keep to. */
struct spread {
    double low, median, high;
};

/* Sorts VALUES, of which there are COUNT, at least three. */
struct spread spread_of(double *values, size_t count);

/* Sorts VALUES, of which there are COUNT.  The mean of KEPT of them from the FIRST on: of the
   least, where noise is slow, or of the middle. */
double spread_mean(double *values, size_t count, size_t first, size_t kept);

#endif
