/* histogram.c - counts times in bins half a ns wide, or 2 % of the time where that is more. */
#include "histogram.h"

#include <math.h>

static const double BIN_NS = 0.5, FINE_BINS = 280, COARSER = 1.02, BEFORE_NS = 40;

static size_t bin_of(double ns) {
    double steps = fmax(0, floor((ns + BEFORE_NS) / BIN_NS + 0.5));
    double bin =
        steps < FINE_BINS ? steps : FINE_BINS + floor(log(steps / FINE_BINS) / log(COARSER));
    return bin < HISTOGRAM_BINS ? (size_t)bin : HISTOGRAM_BINS - 1;
}

void histogram_add(struct histogram *histogram, double ns) {
    size_t bin = bin_of(ns);
    histogram->count[bin]++;
    histogram->sum_ns[bin] += ns;
}

size_t histogram_below(const struct histogram *histogram, double ns) {
    size_t count = 0;
    for (size_t bin = 0; bin < bin_of(ns); bin++)
        count += histogram->count[bin];
    return count;
}

size_t histogram_all(const struct histogram *histogram) {
    size_t count = 0;
    for (size_t bin = 0; bin < HISTOGRAM_BINS; bin++)
        count += histogram->count[bin];
    return count;
}

static double mean_ns(const struct histogram *histogram, size_t bin) {
    return histogram->sum_ns[bin] / (double)histogram->count[bin];
}

double histogram_median(const struct histogram *histogram) {
    size_t bin = 0, all = histogram_all(histogram);
    for (size_t before = 0; (before + histogram->count[bin]) * 2 < all; bin++)
        before += histogram->count[bin];
    return mean_ns(histogram, bin);
}

void histogram_print(const struct histogram *histogram, FILE *out, const char *row) {
    for (size_t bin = 0; bin < HISTOGRAM_BINS; bin++)
        if (histogram->count[bin] > 0)
            fprintf(out, "%s%.2f\t%zu\n", row, mean_ns(histogram, bin) + BEFORE_NS,
                    histogram->count[bin]);
}
