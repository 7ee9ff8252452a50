/* papers_curve.h - the methods of the papers on curves whose first column is 1, 2, 3 and so on. */
#ifndef UNIT_PAPERS_CURVE_H
#define UNIT_PAPERS_CURVE_H

#include "../helper.h"

#include <math.h>
#include <stdlib.h>

extern const struct method cluster_method, monotone_method, sigma_method, step_first_method,
    step_relative_method, step_scaled_method, vote_method;

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { MOST = 200 };

static const double NUMBERED[] = {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16,
                                  17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32};

static inline int same(double a, double b) {
    return a <= b && a >= b;
}

static inline int near(double a, double b) {
    return fabs(a - b) < 0.006; /* a confidence has two digits */
}

/* Runs a method on Y at 1, 2, 3 and so on. */
static inline char *run(const struct method *method, const double *y, size_t n,
                        struct options options) {
    assert_true(n <= COUNT(NUMBERED));
    return run_curve(method, "number time", NUMBERED, y, n, options);
}

static inline void gives(const struct method *method, const double *y, size_t n, const char *name,
                         const char *value) {
    char *output = run(method, y, n, USUAL);
    assert_string_equal(answer_of(output, name), value);
    free(output);
}

static inline double confidence_in(const struct method *method, const double *y, size_t n,
                                   const char *name) {
    char *output = run(method, y, n, USUAL);
    double confidence = confidence_of(output, name);
    free(output);
    return confidence;
}

#endif
