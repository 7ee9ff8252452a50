/* spread.c - computes medians and trimmed means. */
#include "spread.h"

#include "../../analysis/ascending.h"

#include <stdlib.h>

struct spread spread_of(double *values, size_t count) {
    struct spread spread;
    qsort(values, count, sizeof *values, ascending);
    spread.low = values[1];
    spread.median = values[count / 2];
    spread.high = values[count - 2];
    return spread;
}

double spread_mean(double *values, size_t count, size_t first, size_t kept) {
    double sum = 0;
    qsort(values, count, sizeof *values, ascending);
    for (size_t i = first; i < first + kept; i++)
        sum += values[i];
    return sum / (double)kept;
}
