/* histogram.h - how often a short time was measured. */
#ifndef HISTOGRAM_H
#define HISTOGRAM_H

#include <stddef.h>
#include <stdio.h>

enum { HISTOGRAM_BINS = 900 };

/* Times from 40 ns below 0, by which a single load may be timed too short, up. */
struct histogram {
    size_t count[HISTOGRAM_BINS];
    double sum_ns[HISTOGRAM_BINS];
};

void histogram_add(struct histogram *histogram, double ns);

/* How many took less than NS, to a bin. */
size_t histogram_below(const struct histogram *histogram, double ns);
size_t histogram_all(const struct histogram *histogram);
double histogram_median(const struct histogram *histogram);

/* Prints a row for each bin that is not empty: ROW, the bin's mean plus 40 ns, since a table has no
   number below 0, and its count. */
void histogram_print(const struct histogram *histogram, FILE *out, const char *row);

#endif
