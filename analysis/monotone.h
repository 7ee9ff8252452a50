/* monotone.h - monotonicity enforcement (BlackjackBench 4.1). */
#ifndef MONOTONE_H
#define MONOTONE_H

#include <stddef.h>

/* Replaces the N values of Y by their suffix minimum: X_i = min X_j over j from i on.  Where a
   curve can only rise, a value above a later one is noise, and noise only adds. */
static inline void monotone_enforce(double *y, size_t n) {
    for (size_t i = n; i > 1; i--)
        if (y[i - 2] > y[i - 1])
            y[i - 2] = y[i - 1];
}

#endif
