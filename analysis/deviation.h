/* deviation.h - how far a mean may be off. */
#ifndef DEVIATION_H
#define DEVIATION_H

#include <math.h>

/* Returns the standard deviation of the mean of COUNT values, from their sum and the sum of their
   squares; 0 if there are fewer than two. */
static inline double deviation_of_mean(double sum, double squares, double count) {
    return count > 1 ? sqrt(fmax(squares - sum * sum / count, 0) / (count - 1) / count) : 0;
}

#endif
