/* deviation.h - how far a mean may be off. */
#ifndef DEVIATION_H
#define DEVIATION_H

#include <math.h>
#include <stddef.h>

enum { SERIES_MOST = 64 }; /* values that a sweep hands on; it joins them in pairs before */

/* Returns the standard deviation of the mean of COUNT values, from their sum and the sum of their
   squares; 0 if there are fewer than two. */
static inline double deviation_of_mean(double sum, double squares, double count) {
    return count > 1 ? sqrt(fmax(squares - sum * sum / count, 0) / (count - 1) / count) : 0;
}

/* The same from the means of groups of TOGETHER successive values. */
static inline double deviation_by_groups(const double *value, size_t count, size_t together) {
    double sum = 0, squares = 0;
    size_t groups = count / together;
    for (size_t i = 0; i < groups; i++) {
        double mean = 0;
        for (size_t k = 0; k < together; k++)
            mean += value[i * together + k] / (double)together;
        sum += mean;
        squares += mean * mean;
    }
    return deviation_of_mean(sum, squares, (double)groups);
}

/* Returns the standard deviation of the mean of a series whose neighbouring values may be alike:
   then groups of them differ more than groups of independent values.  It is the largest that groups
   of 1, 2, 4 ... values give; of 2 or more only if there are 8 groups.  HUGE_VAL for fewer than 6
   values. */
static inline double deviation_of_series(const double *value, size_t count) {
    enum { FEWEST_VALUES = 6, FEWEST_GROUPS = 8 };
    double deviation = count < FEWEST_VALUES ? HUGE_VAL : deviation_by_groups(value, count, 1);
    for (size_t together = 2; count / together >= FEWEST_GROUPS; together *= 2)
        deviation = fmax(deviation, deviation_by_groups(value, count, together));
    return deviation;
}

#endif
