/* spread.h - summarizes the measurements of many layouts. */
#ifndef SPREAD_H
#define SPREAD_H

#include <stddef.h>

/* The median, since the cost depends on which physical pages a layout has, and a minimum would be
   that of the luckiest layout.  LOW and HIGH bound all layouts except the extreme one on each
   side. */
struct spread {
    double low, median, high;
};

/* Sorts VALUES, of which there are COUNT, at least three. */
struct spread spread_of(double *values, size_t count);

/* Sorts COUNT VALUES.  Returns the mean of KEPT of them from number FIRST on: the least ones if
   noise only adds, or the middle ones. */
double spread_mean(double *values, size_t count, size_t first, size_t kept);

#endif
