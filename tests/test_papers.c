/* test_papers.c - the papers' rules on the curves that the papers made them for, and where they
   go wrong.  The rules are kept for comparison, so their faults are tested like their virtues. */
#include "helper.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../analysis/monotone.h"

extern const struct method cluster_method, monotone_method, sigma_method, step_first_method,
    step_relative_method, step_scaled_method, vote_method;

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { MOST = 200 };

static const double NUMBERED[] = {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16,
                                  17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32};

static int same(double a, double b) {
    return a <= b && a >= b;
}

static int near(double a, double b) {
    return fabs(a - b) < 0.006; /* a confidence has two digits */
}

/* Y at 1, 2, 3 ... */
static char *run(const struct method *method, const double *y, size_t n, struct options options) {
    assert_true(n <= COUNT(NUMBERED));
    return run_curve(method, "number time", NUMBERED, y, n, options);
}

static void gives(const struct method *method, const double *y, size_t n, const char *name,
                  const char *value) {
    char *output = run(method, y, n, USUAL);
    assert_string_equal(answer_of(output, name), value);
    free(output);
}

static double confidence_in(const struct method *method, const double *y, size_t n,
                            const char *name) {
    char *output = run(method, y, n, USUAL);
    double confidence = confidence_of(output, name);
    free(output);
    return confidence;
}

/* ---- monotone ---- */

static void monotone_heals_what_is_slower_than_what_follows(void **state) {
    (void)state;
    double y[] = {4, 9, 4, 5, 7, 6};
    static const double expected[] = {4, 4, 4, 5, 6, 6};
    monotone_enforce(y, COUNT(y));
    for (size_t i = 0; i < COUNT(y); i++)
        assert_true(same(y[i], expected[i]));
}

static void monotone_takes_any_number_of_values(void **state) {
    (void)state;
    double y[] = {3, 2};
    monotone_enforce(NULL, 0);
    monotone_enforce(y, 0);
    monotone_enforce(y, 1);
    assert_true(same(y[0], 3) && same(y[1], 2));
    monotone_enforce(y, 2);
    assert_true(same(y[0], 2) && same(y[1], 2));
}

static size_t random_values(uint64_t *seed, double *y) {
    size_t n = 2 + chance(seed, MOST - 1);
    for (size_t i = 0; i < n; i++)
        y[i] = 1 + (double)chance(seed, 50) / 7;
    return n;
}

/* The suffix minimum is the highest rising curve that is nowhere above the values: each of its
   own is one of theirs, at the same place or later. */
static void monotone_is_the_highest_rising_lower_bound(void **state) {
    (void)state;
    uint64_t seed = 1;
    for (int round = 0; round < 500; round++) {
        double y[MOST] = {0}, rising[MOST];
        size_t n = random_values(&seed, y), later = n;
        memcpy(rising, y, sizeof y);
        monotone_enforce(rising, n);
        for (size_t i = n; i-- > 0;) {
            if (i + 1 == n || y[i] < y[later])
                later = i;
            assert_true(rising[i] <= y[i] && same(rising[i], y[later]));
            assert_true(i + 1 == n || rising[i] <= rising[i + 1]);
        }
    }
}

static void monotone_is_idempotent(void **state) {
    (void)state;
    uint64_t seed = 2;
    for (int round = 0; round < 500; round++) {
        double once[MOST], twice[MOST];
        size_t n = random_values(&seed, once);
        monotone_enforce(once, n);
        memcpy(twice, once, n * sizeof *once);
        monotone_enforce(twice, n);
        for (size_t i = 0; i < n; i++)
            assert_true(same(once[i], twice[i]));
    }
}

/* ---- monotone, the method ---- */

static void monotone_prints_the_table_back(void **state) {
    (void)state;
    char *output = run_method(&monotone_method,
                              "# machine: none\n# columns: bytes cycles ns\n"
                              "1024 4.5 3\n2048 4 2\n3e9 0.1 1\n",
                              USUAL);
    assert_string_equal(output, "# columns: bytes cycles ns\n"
                                "1024\t0.1\t3\n2048\t0.1\t2\n3000000000\t0.1\t1\n");
    free(output);
}

static void monotone_can_be_piped(void **state) {
    (void)state;
    static const double y[] = {10, 14, 10, 10.1, 33, 20, 21, 20.5};
    char *once = run(&monotone_method, y, COUNT(y), USUAL);
    char *twice = run_method(&monotone_method, once, USUAL);
    char *direct = run(&step_relative_method, y, COUNT(y), USUAL);
    char *piped = run_method(&step_relative_method, once, USUAL);
    assert_string_equal(twice, once);
    assert_string_equal(piped, direct);
    free(once);
    free(twice);
    free(direct);
    free(piped);
}

/* ---- steps ---- */

/* Figure 7: flat with noise, the jump at the number of contexts, then larger steps. */
static const double CONTEXTS[] = {10, 10.1, 10, 10.2, 10.1, 10.2, 10.2, 10.3,
                                  16, 16.4, 17, 18,   30,   31,   35,   36};

/* Figure 8: flat, a slight increase, the first spill, then spills that each cost less than it. */
static const double SPILLS[] = {1, 1,   1,   1,   1,   1, 1, 1,   1,   1, 1,
                                1, 1.3, 1.3, 1.3, 1.3, 3, 4, 5.2, 6.1, 7, 7.9};

/* 4.2.2, page size: what is sought is the last large step. */
static const double PAGES[] = {2, 2, 6, 6, 6, 7, 7, 20, 20.5, 41, 41, 42};

static void first_step_passes_noise_and_stops_before_larger_steps(void **state) {
    (void)state;
    gives(&step_first_method, CONTEXTS, COUNT(CONTEXTS), "step", "8");
    gives(&step_first_method, CONTEXTS, COUNT(CONTEXTS), "step_next", "9");
    gives(&step_relative_method, CONTEXTS, COUNT(CONTEXTS), "step", "12");
}

static void relative_step_finds_the_first_spill(void **state) {
    (void)state;
    gives(&step_relative_method, SPILLS, COUNT(SPILLS), "step", "16");
    gives(&step_relative_method, SPILLS, COUNT(SPILLS), "step_next", "17");
    gives(&step_first_method, SPILLS, COUNT(SPILLS), "step", "12");
}

static void scaled_step_finds_the_last_large_step(void **state) {
    (void)state;
    gives(&step_scaled_method, PAGES, COUNT(PAGES), "step", "9");
    gives(&step_scaled_method, PAGES, COUNT(PAGES), "step_next", "10");
    gives(&step_relative_method, PAGES, COUNT(PAGES), "step", "2");
}

static const struct method *const STEPS[] = {&step_first_method, &step_relative_method,
                                             &step_scaled_method};

static void steps_are_unknown_on_a_flat_curve(void **state) {
    (void)state;
    static const double flat[] = {7, 7, 7, 7}, falling[] = {9, 8, 7, 6};
    for (size_t k = 0; k < COUNT(STEPS); k++) {
        gives(STEPS[k], flat, COUNT(flat), "step", "unknown");
        gives(STEPS[k], flat, COUNT(flat), "step_next", "unknown");
        gives(STEPS[k], falling, COUNT(falling), "step", "unknown");
        gives(STEPS[k], flat, 2, "step_next", "unknown");
    }
}

static void a_slow_outlier_is_no_step(void **state) {
    (void)state;
    static const double y[] = {4, 4, 90, 4, 4, 12, 12, 12};
    for (size_t k = 0; k < COUNT(STEPS); k++)
        gives(STEPS[k], y, COUNT(y), "step", "5");
}

/* One increase is its own average and does not exceed it. */
static void one_increase_alone_is_no_first_step(void **state) {
    (void)state;
    static const double y[] = {4, 12};
    gives(&step_first_method, y, COUNT(y), "step", "unknown");
    gives(&step_relative_method, y, COUNT(y), "step", "1");
    gives(&step_scaled_method, y, COUNT(y), "step", "1");
}

static void of_equal_steps_the_first_is_named_without_confidence(void **state) {
    (void)state;
    static const double doubling[] = {4, 4, 8, 8, 16, 16}, even[] = {1, 1, 3, 3, 4, 4};
    gives(&step_relative_method, doubling, COUNT(doubling), "step", "2");
    assert_true(near(confidence_in(&step_relative_method, doubling, COUNT(doubling), "step"), 0));
    gives(&step_scaled_method, even, COUNT(even), "step", "4");
    assert_true(near(confidence_in(&step_scaled_method, even, COUNT(even), "step"), 1 - 2. / 3));
}

static void steps_are_as_sure_as_they_stand_out(void **state) {
    (void)state;
    static const double one[] = {4, 4, 4, 12, 12, 12}, two[] = {4, 4, 12, 12, 18, 18};
    static const double noisy[] = {4, 4.4, 4.4, 12, 12, 12};
    assert_true(near(confidence_in(&step_relative_method, one, COUNT(one), "step"), 1));
    assert_true(near(confidence_in(&step_relative_method, two, COUNT(two), "step_next"), 0.75));
    assert_true(near(confidence_in(&step_first_method, one, COUNT(one), "step"), 0.8));
    assert_true(near(confidence_in(&step_first_method, noisy, COUNT(noisy), "step"),
                     1 - 0.1 / ((0.1 + 7.6 / 4.4) / 5)));
}

static void an_unsure_step_is_unknown_where_that_is_asked_for(void **state) {
    (void)state;
    static const double y[] = {4, 4, 8, 8, 16, 16};
    struct options sure = USUAL;
    sure.least = 0.5;
    char *output = run(&step_relative_method, y, COUNT(y), sure);
    assert_string_equal(answer_of(output, "step"), "unknown");
    assert_string_equal(answer_of(output, "step_next"), "unknown");
    free(output);
}

static void steps_survive_what_no_double_can_hold(void **state) {
    (void)state;
    static const double one[] = {1e-300, 1e-300, 1e300, 1e300};
    static const double two[] = {1e-300, 1e-300, 1e100, 1e200, 1e300};
    static const double tiny[] = {1e-320, 2e-320, 3e-320};
    for (size_t k = 0; k < COUNT(STEPS); k++) {
        char *output = run(STEPS[k], one, COUNT(one), USUAL);
        assert_true(strcmp(answer_of(output, "step"), "2") == 0 ||
                    strcmp(answer_of(output, "step"), "unknown") == 0);
        free(output);
        free(run(STEPS[k], two, COUNT(two), USUAL));
        free(run(STEPS[k], tiny, COUNT(tiny), USUAL));
    }
}

/* Wherever a perfect step is, all three find it, at the x of any axis. */
static void steps_find_a_perfect_step_anywhere(void **state) {
    (void)state;
    uint64_t seed = 3;
    for (int round = 0; round < 300; round++) {
        double x[MOST], y[MOST], low = 1 + (double)chance(&seed, 20);
        double high = low * (1.1 + (double)chance(&seed, 90) / 10);
        size_t n = 3 + chance(&seed, MOST - 2), last = chance(&seed, n - 1);
        for (size_t i = 0; i < n; i++) {
            x[i] = (i > 0 ? x[i - 1] : 0) + 1 + (double)chance(&seed, 4096);
            y[i] = i <= last ? low : high;
        }
        for (size_t k = 0; k < COUNT(STEPS); k++) {
            char *output = run_curve(STEPS[k], "bytes cycles", x, y, n, USUAL);
            assert_true(same(number_of(output, "step"), x[last]));
            assert_true(same(number_of(output, "step_next"), x[last + 1]));
            free(output);
        }
    }
}

/* ---- cluster ---- */

static void cluster_names_every_level(void **state) {
    (void)state;
    static const double x[] = {16384, 24576, 32768, 65536, 262144, 1048576, 8388608, 67108864};
    static const double y[] = {4, 4, 4.1, 12, 13, 42, 44, 250};
    char *output = run_curve(&cluster_method, "bytes cycles", x, y, COUNT(x), USUAL);
    assert_string_equal(answer_of(output, "cache_levels"), "3");
    assert_string_equal(answer_of(output, "l1_size"), "32768");
    assert_string_equal(answer_of(output, "l1_latency"), "4");
    assert_string_equal(answer_of(output, "l2_size"), "262144");
    assert_string_equal(answer_of(output, "l2_latency"), "12");
    assert_string_equal(answer_of(output, "l3_size"), "8388608");
    assert_string_equal(answer_of(output, "l3_latency"), "42");
    assert_string_equal(answer_of(output, "mem_latency"), "250");
    assert_string_equal(answer_of(output, "l4_size"), "");
    assert_string_equal(answer_of(output, "mem_latency_ns"), "");
    free(output);
}

static void cluster_rounds_nanoseconds(void **state) {
    (void)state;
    static const double x[] = {1024, 2048, 4096, 8192}, y[] = {1.2, 1.2, 12.6, 123.4};
    char *output = run_curve(&cluster_method, "bytes ns", x, y, COUNT(x), USUAL);
    assert_string_equal(answer_of(output, "cache_levels"), "2");
    assert_string_equal(answer_of(output, "l1_size"), "2048");
    assert_string_equal(answer_of(output, "l1_latency_ns"), "1");
    assert_string_equal(answer_of(output, "l2_latency_ns"), "13");
    assert_string_equal(answer_of(output, "mem_latency_ns"), "120");
    assert_string_equal(answer_of(output, "l1_latency"), "");
    free(output);
}

/* A quarter of the average of the cluster that grows, which may be the slower point. */
static void cluster_unites_points_within_a_quarter(void **state) {
    (void)state;
    static const double near_enough[] = {96, 128}, too_far[] = {96, 129};
    gives(&cluster_method, near_enough, 2, "cache_levels", "0");
    gives(&cluster_method, too_far, 2, "cache_levels", "1");
    gives(&cluster_method, too_far, 2, "l1_size", "1");
}

/* The point in the middle fits to either side. */
static void cluster_takes_the_first_of_equal_clusters(void **state) {
    (void)state;
    static const double y[] = {100, 120, 145};
    gives(&cluster_method, y, COUNT(y), "l1_size", "2");
    gives(&cluster_method, y, COUNT(y), "mem_latency", "145");
}

static void cluster_sees_no_cache_in_a_flat_curve(void **state) {
    (void)state;
    static const double y[] = {5, 5, 5, 5};
    gives(&cluster_method, y, COUNT(y), "cache_levels", "0");
    gives(&cluster_method, y, COUNT(y), "mem_latency", "5");
    gives(&cluster_method, y, COUNT(y), "l1_size", "");
    assert_true(near(confidence_in(&cluster_method, y, COUNT(y), "cache_levels"), 0));
}

static void cluster_is_as_sure_as_levels_are_apart(void **state) {
    (void)state;
    static const double y[] = {4, 5, 20, 20, 80, 100};
    char *output = run(&cluster_method, y, COUNT(y), USUAL);
    assert_true(near(confidence_of(output, "l1_size"), 0.75));
    assert_true(near(confidence_of(output, "l1_latency"), 0.8));
    assert_true(near(confidence_of(output, "l2_size"), 0.75));
    assert_true(near(confidence_of(output, "l2_latency"), 1));
    assert_true(near(confidence_of(output, "mem_latency"), 0.8));
    assert_true(near(confidence_of(output, "cache_levels"), 0.75));
    free(output);
}

static void cluster_heals_a_slow_outlier(void **state) {
    (void)state;
    static const double y[] = {4, 4, 40, 4, 12, 12, 12, 12};
    gives(&cluster_method, y, COUNT(y), "cache_levels", "1");
    gives(&cluster_method, y, COUNT(y), "l1_size", "4");
}

/* A fault: what lies on a smeared edge becomes a level of its own. */
static void cluster_takes_an_edge_for_a_level(void **state) {
    (void)state;
    static const double y[] = {4, 4, 4, 7, 12, 12, 12, 12};
    gives(&cluster_method, y, COUNT(y), "cache_levels", "2");
    gives(&cluster_method, y, COUNT(y), "l2_size", "4");
    gives(&cluster_method, y, COUNT(y), "l2_latency", "7");
    gives(&cluster_method, y, COUNT(y), "mem_latency", "12");
}

/* A fault: between 95 and 119.7 there are the most points, and no more fit around their average,
   101.  What is left, 93 and 121.6, is within a quarter of 121.6, and becomes the "first" level,
   as large as the whole table. */
static void cluster_interleaves_levels(void **state) {
    (void)state;
    double x[MOST], y[MOST];
    size_t n = 0;
    y[n++] = 93;
    y[n++] = 95;
    for (int k = 0; k < 14; k++)
        for (int again = k == 1 ? 20 : k == 13 ? 2 : 1; again > 0; again--)
            y[n++] = 95 + 1.9 * k;
    y[n++] = 121.6;
    for (size_t i = 0; i < n; i++)
        x[i] = (double)(i + 1);
    char *output = run_curve(&cluster_method, "bytes cycles", x, y, n, USUAL);
    assert_string_equal(answer_of(output, "cache_levels"), "1");
    assert_true(same(number_of(output, "l1_size"), (double)n));
    assert_string_equal(answer_of(output, "l1_latency"), "93");
    assert_true(near(confidence_of(output, "l1_size"), 0));
    assert_string_equal(answer_of(output, "mem_latency"), "95");
    free(output);
}

/* Twelve levels, each twice as slow as the one before it. */
static void cluster_names_more_than_nine_levels(void **state) {
    (void)state;
    double y[24];
    for (size_t i = 0; i < COUNT(y); i++)
        y[i] = ldexp(1, (int)(i / 2));
    gives(&cluster_method, y, COUNT(y), "cache_levels", "11");
    gives(&cluster_method, y, COUNT(y), "l10_size", "20");
    gives(&cluster_method, y, COUNT(y), "l11_latency", "1024");
    gives(&cluster_method, y, COUNT(y), "mem_latency", "2048");
}

/* Flat levels that are far apart come out as they were put in, however long each is. */
static void cluster_finds_perfect_levels(void **state) {
    (void)state;
    uint64_t seed = 4;
    for (int round = 0; round < 200; round++) {
        double x[MOST], y[MOST], latency = 1 + (double)chance(&seed, 5);
        size_t n = 0, levels = 1 + chance(&seed, 5), last[5];
        for (size_t k = 0; k < levels; k++, latency *= 2 + (double)chance(&seed, 3)) {
            for (size_t more = 1 + chance(&seed, 20) + (n == 0); more > 0; more--, n++) {
                x[n] = 64 * (double)(n + 1);
                y[n] = latency * (1 + (double)chance(&seed, 3) / 100);
            }
            last[k] = n - 1;
        }
        char name[40], *output = run_curve(&cluster_method, "bytes cycles", x, y, n, USUAL);
        assert_true(same(number_of(output, "cache_levels"), (double)(levels - 1)));
        for (size_t k = 0; k + 1 < levels; k++) {
            snprintf(name, sizeof name, "l%zu_size", k + 1);
            assert_true(same(number_of(output, name), x[last[k]]));
        }
        free(output);
    }
}

/* ---- sigma ---- */

static struct options with_smooth(size_t smooth) {
    struct options options = USUAL;
    options.smooth = smooth;
    return options;
}

/* A sample that deviates, then LAST rows in all of the same kind, then three times as slow. */
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

/* The smoothing minimum over five rows keeps the first two behind the edge low. */
static void sigma_finds_the_edge(void **state) {
    (void)state;
    double y[32];
    size_t n = make_edge(y, 32, 19);
    edge_is(y, n, with_smooth(1), "19");
    edge_is(y, n, with_smooth(3), "20");
    edge_is(y, n, with_smooth(5), "21");
    edge_is(y, n, USUAL, "21");
}

/* Pentium 4 in the paper: isolated fluctuations well before the edge. */
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

/* With T = 100 the step of 20 is below the threshold, 10.1 + 100 * 0.08 or so. */
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

/* Mean 11 and deviation 1.1547 from 10, 12, 10, 12; the rise is to 20. */
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

/* Rows in the middle of a doubling, the last row but one, any length of table. */
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

/* ---- vote ---- */

static char *vote(const double *measured, size_t n, size_t group) {
    struct options options = USUAL;
    double cell[64];
    struct table table = {.rows = n, .columns = 1, .column = {"misses"}, .cell = cell};
    assert_true(n <= COUNT(cell));
    memcpy(cell, measured, n * sizeof *cell);
    options.group = group;
    return run_table(&vote_method, &table, options);
}

static void vote_is(const double *measured, size_t n, size_t group, const char *expected) {
    char *output = vote(measured, n, group);
    assert_string_equal(answer_of(output, "vote"), expected);
    free(output);
}

/* AMP: 64 measurements make 8 votes.  High counts do not reach a vote; a group that was disturbed
   throughout is outvoted. */
static void vote_passes_disturbances(void **state) {
    (void)state;
    double measured[64];
    for (size_t i = 0; i < COUNT(measured); i++)
        measured[i] = i % 8 == 3 || i % 8 == 5 ? 512 : 520 + (double)(i % 7) * 90;
    for (size_t i = 16; i < 24; i++)
        measured[i] = 700 + (double)i;
    char *output = vote(measured, COUNT(measured), 8);
    assert_string_equal(answer_of(output, "vote"), "512");
    assert_true(near(confidence_of(output, "vote"), 7. / 8));
    free(output);
}

static void vote_is_unknown_in_a_tie(void **state) {
    (void)state;
    static const double two[] = {1, 2}, pairs[] = {5, 3, 3, 5, 9}, all[] = {4, 3, 2, 1};
    vote_is(two, COUNT(two), 1, "unknown");
    vote_is(pairs, COUNT(pairs), 1, "unknown");
    vote_is(all, COUNT(all), 1, "unknown");
}

static void vote_passes_ties_below_the_most_common(void **state) {
    (void)state;
    static const double last[] = {1, 1, 2, 2, 3, 3, 3}, first[] = {3, 3, 1, 1, 1, 2, 2};
    static const double middle[] = {1, 1, 2, 2, 2, 3, 3};
    vote_is(last, COUNT(last), 1, "3");
    vote_is(first, COUNT(first), 1, "1");
    vote_is(middle, COUNT(middle), 1, "2");
}

static void vote_ignores_an_incomplete_group(void **state) {
    (void)state;
    static const double measured[] = {5, 6, 5, 7, 9, 9, 1, 1, 1};
    vote_is(measured, 9, 2, "5");
    vote_is(measured, 3, 2, "5");
    vote_is(measured, 9, 4, "unknown");
    vote_is(measured, 7, 4, "5");
}

static void vote_needs_a_full_group(void **state) {
    (void)state;
    static const double measured[] = {5, 5, 5};
    vote_is(measured, 3, 4, "unknown");
    vote_is(measured, 3, SIZE_MAX, "unknown");
    vote_is(measured, 3, 3, "5");
}

static void vote_takes_groups_of_nothing_for_groups_of_one(void **state) {
    (void)state;
    static const double measured[] = {0, 7, 0};
    vote_is(measured, 3, 0, "0");
    vote_is(measured, 3, 1, "0");
}

/* The order of groups, and of measurements in a group, says nothing. */
static void vote_does_not_depend_on_order(void **state) {
    (void)state;
    uint64_t seed = 6;
    for (int round = 0; round < 300; round++) {
        double measured[60], turned[60];
        size_t group = 1 + chance(&seed, 6), n = group * (60 / group);
        for (size_t i = 0; i < n; i++)
            measured[i] = (double)chance(&seed, 9);
        for (size_t i = 0; i < n; i++)
            turned[i] = measured[n - 1 - i];
        char *one = vote(measured, n, group), *other = vote(turned, n, group);
        assert_string_equal(one, other);
        free(one);
        free(other);
    }
}

/* ---- all ---- */

static const struct method *const ALL[] = {&step_first_method,  &step_relative_method,
                                           &step_scaled_method, &cluster_method,
                                           &sigma_method,       &vote_method};

/* Each name=value is `unknown` or a number, and each number has a confidence from 0 to 1. */
static void check_answers(char *output) {
    for (char *line = strtok(output, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        double confidence;
        char *value = strchr(line, '=');
        if (sscanf(line, "# confidence %*s %lf", &confidence) == 1)
            assert_true(confidence >= 0 && confidence <= 1);
        else if (line[0] != '#')
            assert_true(value != NULL &&
                        (strcmp(value, "=unknown") == 0 || isfinite(strtod(value + 1, NULL))));
    }
}

/* Any table: noise, rises, equal values, spans of six hundred decades. */
static void rules_survive_random_tables(void **state) {
    (void)state;
    uint64_t seed = 7;
    for (int round = 0; round < 200; round++) {
        double x[MOST], y[MOST];
        size_t n = 2 + chance(&seed, 60), kinds = 1 + chance(&seed, 30);
        int wide = chance(&seed, 4) == 0;
        for (size_t i = 0; i < n; i++) {
            x[i] = (i > 0 ? x[i - 1] : 0) + 1 + (double)chance(&seed, 1000);
            y[i] = wide ? pow(10, (double)chance(&seed, 600) - 300)
                        : 1 + (double)(chance(&seed, kinds) + i / 20);
        }
        for (size_t k = 0; k < COUNT(ALL); k++) {
            struct options options = {chance(&seed, 12), (double)chance(&seed, 4),
                                      chance(&seed, 12), chance(&seed, 12), 0};
            char *output = run_curve(ALL[k], "bytes cycles", x, y, n, options);
            check_answers(output);
            free(output);
        }
    }
}

/* AddressSanitizer would end the program where malloc is to fail. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) {
    return "allocator_may_return_null=1";
}

/* A table that says it has more rows than there is memory for a copy. */
static void rules_without_memory_know_nothing(void **state) {
    (void)state;
    struct options options = USUAL;
    double cell[2] = {1, 1};
    struct table table = {
        .rows = SIZE_MAX / 16, .columns = 2, .column = {"bytes", "cycles"}, .cell = cell};
    options.group = 1;
    for (size_t k = 0; k < COUNT(ALL); k++) {
        char *output = run_table(ALL[k], &table, options);
        assert_non_null(strstr(output, "no memory\n"));
        assert_non_null(strstr(output, "=unknown\n"));
        free(output);
    }
    char *output = run_table(&monotone_method, &table, options);
    assert_string_equal(output, "# monotone: no memory\nmonotone=unknown\n");
    free(output);
}

static const struct method *find(const char *name) {
    const struct method *const *method = methods;
    while (*method != NULL && strcmp((*method)->name, name) != 0)
        method++;
    assert_non_null(*method);
    return *method;
}

static void methods_are_listed_once_and_with_their_limits(void **state) {
    (void)state;
    for (const struct method *const *each = methods; *each != NULL; each++) {
        const struct method *method = *each;
        assert_ptr_equal(find(method->name), method);
        assert_true(strlen(method->name) <= 14 && strlen(method->summary) <= 63);
        assert_true(method->decide != NULL && method->form[0].columns > method->form[0].keys);
        assert_true(method->rows >= 2 && method->rows <= TABLE_MAX_ROWS);
    }
    assert_ptr_equal(find("monotone"), &monotone_method);
    assert_ptr_equal(find("step-first"), &step_first_method);
    assert_ptr_equal(find("step-relative"), &step_relative_method);
    assert_ptr_equal(find("step-scaled"), &step_scaled_method);
    assert_ptr_equal(find("cluster"), &cluster_method);
    assert_ptr_equal(find("sigma"), &sigma_method);
    assert_ptr_equal(find("vote"), &vote_method);
    assert_int_equal(find("cluster")->rows, 512);
    assert_int_equal(find("vote")->form[0].keys, 0);
    assert_int_equal(find("levels")->form[0].keys, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(monotone_heals_what_is_slower_than_what_follows),
        cmocka_unit_test(monotone_takes_any_number_of_values),
        cmocka_unit_test(monotone_is_the_highest_rising_lower_bound),
        cmocka_unit_test(monotone_is_idempotent),
        cmocka_unit_test(monotone_prints_the_table_back),
        cmocka_unit_test(monotone_can_be_piped),
        cmocka_unit_test(first_step_passes_noise_and_stops_before_larger_steps),
        cmocka_unit_test(relative_step_finds_the_first_spill),
        cmocka_unit_test(scaled_step_finds_the_last_large_step),
        cmocka_unit_test(steps_are_unknown_on_a_flat_curve),
        cmocka_unit_test(a_slow_outlier_is_no_step),
        cmocka_unit_test(one_increase_alone_is_no_first_step),
        cmocka_unit_test(of_equal_steps_the_first_is_named_without_confidence),
        cmocka_unit_test(steps_are_as_sure_as_they_stand_out),
        cmocka_unit_test(an_unsure_step_is_unknown_where_that_is_asked_for),
        cmocka_unit_test(steps_survive_what_no_double_can_hold),
        cmocka_unit_test(steps_find_a_perfect_step_anywhere),
        cmocka_unit_test(cluster_names_every_level),
        cmocka_unit_test(cluster_rounds_nanoseconds),
        cmocka_unit_test(cluster_unites_points_within_a_quarter),
        cmocka_unit_test(cluster_takes_the_first_of_equal_clusters),
        cmocka_unit_test(cluster_sees_no_cache_in_a_flat_curve),
        cmocka_unit_test(cluster_is_as_sure_as_levels_are_apart),
        cmocka_unit_test(cluster_heals_a_slow_outlier),
        cmocka_unit_test(cluster_takes_an_edge_for_a_level),
        cmocka_unit_test(cluster_interleaves_levels),
        cmocka_unit_test(cluster_names_more_than_nine_levels),
        cmocka_unit_test(cluster_finds_perfect_levels),
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
        cmocka_unit_test(vote_passes_disturbances),
        cmocka_unit_test(vote_is_unknown_in_a_tie),
        cmocka_unit_test(vote_passes_ties_below_the_most_common),
        cmocka_unit_test(vote_ignores_an_incomplete_group),
        cmocka_unit_test(vote_needs_a_full_group),
        cmocka_unit_test(vote_takes_groups_of_nothing_for_groups_of_one),
        cmocka_unit_test(vote_does_not_depend_on_order),
        cmocka_unit_test(rules_survive_random_tables),
        cmocka_unit_test(rules_without_memory_know_nothing),
        cmocka_unit_test(methods_are_listed_once_and_with_their_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
