/* sigma.c - decides the first edge of a curve (X-Ray's instruction cache, 3.2, figure 6).

   The control engine of the paper, with the table's rows in place of its measurements, and the row
   number, from 1, in place of N.  It doubles N until the time exceeds the sample's mean plus T
   deviations, and then bisects.  The smoothing minimum moves the edge up by half its span, which is
   nothing where N is in the hundreds, but much in a coarse table. */
#include "../method.h"
#include "number.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

struct curve {
    const double *y;
    size_t rows;
    size_t half; /* of the smoothing span */
    double mean, threshold;
};

/* Sums distances from the first value, and not values and their squares as figure 6 does.  In
   theory that is the same, but here equal values have a deviation of exactly 0. */
static void sample(struct curve *curve, size_t rows, double deviations) {
    double sum = 0, squares = 0;
    for (size_t i = 0; i < rows; i++)
        sum += curve->y[i] - curve->y[0];
    curve->mean = curve->y[0] + sum / (double)rows;
    for (size_t i = 0; i < rows; i++)
        squares += (curve->y[i] - curve->mean) * (curve->y[i] - curve->mean);
    curve->threshold = curve->mean + deviations * sqrt(squares / (double)(rows - 1));
}

/* The minimum over [N - I / 2, N + I / 2], within the table: isolated outliers before the edge are
   removed.  The sample is taken without smoothing, since it measures the fluctuation. */
static double smoothed(const struct curve *curve, size_t row) {
    size_t first = row > curve->half ? row - curve->half : 1;
    size_t last = curve->rows - row > curve->half ? row + curve->half : curve->rows;
    double least = curve->y[first - 1];
    for (size_t i = first; i < last; i++)
        least = fmin(least, curve->y[i]);
    return least;
}

/* Figure 6 uses "not below". But a curve in whole cycles often has a deviation of 0, and then each
   of its rows would count as above. */
static bool is_above(const struct curve *curve, size_t row) {
    return smoothed(curve, row) > curve->threshold;
}

/* The last row before the rise: 0 where the first is above, all rows where none is. */
static size_t find_edge(const struct curve *curve) {
    size_t left = 0, right = 1;
    while (!is_above(curve, right)) {
        if (right == curve->rows)
            return right;
        left = right;
        right = right < curve->rows / 2 ? right * 2 : curve->rows;
    }
    while (right - left > 1) {
        size_t middle = left + (right - left) / 2;
        if (is_above(curve, middle))
            right = middle;
        else
            left = middle;
    }
    return left;
}

/* The confidence is high where the threshold is small beside the rise, both from the mean on. */
static void answer_edge(const struct table *table, const struct curve *curve,
                        struct answers *answers) {
    size_t edge = find_edge(curve);
    if (edge == 0) {
        answer_unknown(answers, "edge", "the first row is above the threshold");
    } else if (edge == curve->rows) {
        answer_unknown(answers, "edge", "no row rises above the threshold");
    } else {
        double rise = smoothed(curve, edge + 1) - curve->mean;
        answer_number(answers, "edge", table_at(table, edge - 1, 0),
                      1 - (curve->threshold - curve->mean) / rise);
    }
}

static void sigma_decide(const struct table *table, const struct options *options,
                         struct answers *answers) {
    double *y = table_column(table, 1);
    struct curve curve = {y, table->rows, options->smooth / 2, 0, 0};
    if (y == NULL) {
        answer_unknown(answers, "edge", "no memory");
    } else if (options->sample < 2 || options->sample > table->rows) {
        answer_unknown(answers, "edge", "a sample of %zu rows does not fit into %zu rows; see -S",
                       options->sample, table->rows);
    } else {
        sample(&curve, options->sample, options->threshold);
        answer_edge(table, &curve, answers);
    }
    free(y);
}

const struct method sigma_method = {
    .name = "sigma",
    .summary = "first rise above the sample's deviation (X-Ray)",
    .options = "-S rows of the sample (8), -T deviations above the mean (2),\n"
               "-I rows that the smoothing minimum spans (5)",
    .form = {{.keys = 1, .columns = 2, .above_zero = "*"}},
    .rows = TABLE_MAX_ROWS,
    .decide = sigma_decide};
