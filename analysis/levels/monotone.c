/* monotone.c - the suffix minimum. */
#include "monotone.h"

void monotone_enforce(double *y, size_t n) {
    for (size_t i = n; i > 1; i--)
        if (y[i - 2] > y[i - 1])
            y[i - 2] = y[i - 1];
}
