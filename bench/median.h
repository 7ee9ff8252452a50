/* median.h - the median of some values. */
#ifndef BENCH_MEDIAN_H
#define BENCH_MEDIAN_H

#include "../analysis/ascending.h"

#include <stdlib.h>
#include <string.h>

enum { MEDIAN_MOST = 101 };

/* Returns the median of COUNT values, from 1 to MEDIAN_MOST. */
static inline double median(const double *value, size_t count) {
    double sorted[MEDIAN_MOST];
    memcpy(sorted, value, count * sizeof *value);
    qsort(sorted, count, sizeof *sorted, ascending);
    return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
}

#endif
