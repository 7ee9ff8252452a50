/* paired.h - which of two is less, from samples taken in turns (Whaley & Castaldo 6: a paired
   t-test).

   A tenth of the differences on either side is trimmed, since disturbances have no bound (Yuen
   1974). */
#ifndef KERNEL_PAIRED_H
#define KERNEL_PAIRED_H

#include "../ascending.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>

enum { PAIRED_MOST = 96, PAIRED_LEAST = 8, PAIRED_TRIMMED = 10 };
enum paired { PAIRED_OPEN, PAIRED_LESS, PAIRED_EQUAL, PAIRED_MORE };

/* Relative to the mean: smaller differences do not matter. */
static const double PAIRED_SAME = 0.01;
/* The confidence of either answer, and its quantile of the normal distribution. */
static const double PAIRED_SURE = 0.99, PAIRED_NORMAL = 2.5758;

/* The same quantile of Student's distribution (Cornish and Fisher's expansion). */
static inline double paired_quantile(double freedom) {
    double z = PAIRED_NORMAL, cube = z * z * z;
    return z + (cube + z) / (4 * freedom) +
           (5 * cube * z * z + 16 * cube + 3 * z) / (96 * freedom * freedom);
}

/* The trimmed mean, and its half width of confidence in *HALF_WIDTH unless that is NULL.  Sorts. */
static inline double paired_trimmed(double *sample, size_t count, double *half_width) {
    size_t cut = count / PAIRED_TRIMMED, left = count - 2 * cut;
    double mean = 0, squares = 0, winsorized = 0;
    qsort(sample, count, sizeof *sample, ascending);
    for (size_t i = 0; i < count; i++) {
        double kept = sample[i < cut ? cut : i >= cut + left ? cut + left - 1 : i];
        winsorized += kept / (double)count;
        mean += i >= cut && i < cut + left ? kept / (double)left : 0;
    }
    for (size_t i = 0; i < count; i++) {
        double kept = sample[i < cut ? cut : i >= cut + left ? cut + left - 1 : i];
        squares += (kept - winsorized) * (kept - winsorized);
    }
    if (half_width != NULL)
        *half_width =
            paired_quantile((double)left - 1) * sqrt(squares / ((double)left * (double)(left - 1)));
    return mean;
}

static inline double paired_mean(const double *sample, size_t count) {
    double copy[PAIRED_MOST];
    for (size_t i = 0; i < count; i++)
        copy[i] = sample[i];
    return paired_trimmed(copy, count, NULL);
}

/* Is A less than B, or more, or as much?  COUNT is PAIRED_MOST at the most. */
static inline enum paired paired_compare(const double *a, const double *b, size_t count) {
    double difference[PAIRED_MOST], half_width, same = PAIRED_SAME * paired_mean(b, count);
    if (count < PAIRED_LEAST)
        return PAIRED_OPEN;
    for (size_t i = 0; i < count; i++)
        difference[i] = a[i] - b[i];
    double mean = paired_trimmed(difference, count, &half_width);
    if (fabs(mean) + half_width <= same)
        return PAIRED_EQUAL;
    if (fabs(mean) <= half_width)
        return PAIRED_OPEN;
    return mean < 0 ? PAIRED_LESS : PAIRED_MORE;
}

#endif
