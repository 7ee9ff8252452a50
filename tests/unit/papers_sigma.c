/* papers_sigma.c - the first row that deviates from the sample before it by several standard
   deviations, and the smoothing before that search. */
#include "papers_curve.h"

#include <math.h>
#include <stdlib.h>

static struct options with_smooth(size_t smooth) {
    struct options options = USUAL;
    options.smooth = smooth;
    return options;
}

/* Makes a sample that deviates, LAST rows of the same kind in all, and then rows three times as
   slow. */
static size_t make_edge(double *y, size_t n, size_t last) {
    for (size_t i = 0; i < n; i++)
        y[i] = (i < last ? 10 : 30) + (double)(i % 3) / 10;
    return n;
}

static void edge_is(const double *y, size_t n, struct options options, const char *expected) {
    char *output = run(&sigma_method, y, n, options);
    assert_string_equal(answer_of(output, "edge"), expected);
    free(output);
}

/* Smoothing by the minimum of five rows keeps the first two rows behind the edge low. */
static void sigma_finds_the_edge(void **state) {
    (void)state;
    double y[32];
    size_t n = make_edge(y, 32, 19);
    edge_is(y, n, with_smooth(1), "19");
    edge_is(y, n, with_smooth(3), "20");
    edge_is(y, n, with_smooth(5), "21");
    edge_is(y, n, USUAL, "21");
}

/* The paper's Pentium 4: isolated fluctuations well before the edge. */
static void sigma_smooths_isolated_fluctuations(void **state) {
    (void)state;
    double y[32];
    size_t n = make_edge(y, 32, 24);
    y[15] = 50;
    edge_is(y, n, with_smooth(1), "15");
    edge_is(y, n, with_smooth(5), "26");
}

static void sigma_takes_no_smoothing_for_one_row(void **state) {
    (void)state;
    double y[32];
    size_t n = make_edge(y, 32, 13);
    edge_is(y, n, with_smooth(0), "13");
    edge_is(y, n, with_smooth(1), "13");
}

static void sigma_smooths_within_the_table(void **state) {
    (void)state;
    double y[32];
    size_t n = make_edge(y, 32, 13);
    edge_is(y, n, with_smooth(1000000), "unknown");
    edge_is(y, n, with_smooth(31), "28");
    edge_is(y, n, with_smooth(SIZE_MAX), "unknown");
}

static void sigma_takes_a_sample_that_deviates_by_nothing(void **state) {
    (void)state;
    double y[32];
    for (size_t i = 0; i < COUNT(y); i++)
        y[i] = i < 18 ? 0.1 : 0.2;
    edge_is(y, COUNT(y), with_smooth(1), "18");
    assert_true(near(confidence_in(&sigma_method, y, COUNT(y), "edge"), 1));
}

static void sigma_needs_a_sample(void **state) {
    (void)state;
    double y[32];
    size_t n = make_edge(y, 32, 13);
    static const size_t samples[] = {0, 1, 33, SIZE_MAX};
    for (size_t i = 0; i < COUNT(samples); i++) {
        struct options options = with_smooth(1);
        options.sample = samples[i];
        edge_is(y, n, options, "unknown");
    }
}

static void sigma_samples_two_rows_or_all(void **state) {
    (void)state;
    static const double y[] = {10, 11, 10, 10, 10, 10, 10, 10, 90};
    struct options two = with_smooth(1), all = with_smooth(1);
    two.sample = 2;
    all.sample = COUNT(y);
    edge_is(y, COUNT(y), two, "8");
    edge_is(y, COUNT(y), all, "8");
}

static void sigma_is_unknown_where_nothing_rises(void **state) {
    (void)state;
    double y[32];
    edge_is(y, make_edge(y, 32, 32), USUAL, "unknown");
    edge_is(y, make_edge(y, 10, 10), with_smooth(1), "unknown");
}

static void sigma_is_unknown_where_the_first_row_is_above(void **state) {
    (void)state;
    static const double y[] = {90, 10, 10, 10, 10, 10, 10, 10, 10, 10};
    struct options low = with_smooth(1);
    low.threshold = 1;
    edge_is(y, COUNT(y), low, "unknown");
    edge_is(y, COUNT(y), USUAL, "unknown");
}

/* With T = 100 the step of 20 is below the threshold of about 10.1 + 100 * 0.08. */
static void sigma_asks_for_as_many_deviations_as_it_is_told(void **state) {
    (void)state;
    double y[32];
    size_t n = make_edge(y, 32, 13);
    struct options options = with_smooth(1);
    options.threshold = 100;
    edge_is(y, n, options, "13");
    options.threshold = 1000;
    edge_is(y, n, options, "unknown");
}

/* 10, 12, 10, 12 have mean 11 and deviation 1.1547; the rise is to 20. */
static void sigma_is_as_sure_as_the_threshold_is_small(void **state) {
    (void)state;
    static const double y[] = {10, 12, 10, 12, 10, 20, 20, 20};
    struct options options = with_smooth(1);
    options.sample = 4;
    char *output = run(&sigma_method, y, COUNT(y), options);
    assert_string_equal(answer_of(output, "edge"), "5");
    assert_true(near(confidence_of(output, "edge"), 1 - 2 * 1.1547 / 9));
    free(output);
}

static void sigma_survives_what_no_double_can_hold(void **state) {
    (void)state;
    static const double y[] = {1e300, 1e-300, 1e308, 1, 1.7e308, 1e308, 1e-300, 1.7e308, 5, 1e308};
    edge_is(y, COUNT(y), USUAL, "unknown");
}

/* Edges in the middle of a doubling and in the last row but one, in tables of any length. */
static void sigma_finds_a_perfect_edge_anywhere(void **state) {
    (void)state;
    uint64_t seed = 5;
    for (int round = 0; round < 300; round++) {
        double x[MOST], y[MOST];
        size_t n = 9 + chance(&seed, MOST - 8), last = 8 + chance(&seed, n - 8);
        make_edge(y, n, last);
        for (size_t i = 0; i < n; i++)
            x[i] = 64 * (double)i;
        char *output = run_curve(&sigma_method, "bytes cycles", x, y, n, with_smooth(1));
        assert_true(same(number_of(output, "edge"), x[last - 1]));
        free(output);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sigma_finds_the_edge),
        cmocka_unit_test(sigma_smooths_isolated_fluctuations),
        cmocka_unit_test(sigma_takes_no_smoothing_for_one_row),
        cmocka_unit_test(sigma_smooths_within_the_table),
        cmocka_unit_test(sigma_takes_a_sample_that_deviates_by_nothing),
        cmocka_unit_test(sigma_needs_a_sample),
        cmocka_unit_test(sigma_samples_two_rows_or_all),
        cmocka_unit_test(sigma_is_unknown_where_nothing_rises),
        cmocka_unit_test(sigma_is_unknown_where_the_first_row_is_above),
        cmocka_unit_test(sigma_asks_for_as_many_deviations_as_it_is_told),
        cmocka_unit_test(sigma_is_as_sure_as_the_threshold_is_small),
        cmocka_unit_test(sigma_survives_what_no_double_can_hold),
        cmocka_unit_test(sigma_finds_a_perfect_edge_anywhere),
    };
    return cmocka_run_group_tests_name("papers_sigma", tests, NULL, NULL);
}
