/* spread.c - median across layouts. */
#include "spread.h"

#include <stdlib.h>

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

struct spread spread_of(double *values, size_t count) {
    struct spread spread;
    qsort(values, count, sizeof *values, compare);
    spread.low = values[1];
    spread.median = values[count / 2];
    spread.high = values[count - 2];
    return spread;
}
