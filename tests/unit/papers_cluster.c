/* papers_cluster.c - AMP's clusters of latencies as levels of cache, and curves on which they are
   wrong. */
#include "papers_curve.h"

#include <math.h>
#include <stdlib.h>

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

/* The limit is a quarter of the average of the cluster that grows, which may be the slower one. */
static void cluster_unites_points_within_a_quarter(void **state) {
    (void)state;
    static const double near_enough[] = {96, 128}, too_far[] = {96, 129};
    gives(&cluster_method, near_enough, 2, "cache_levels", "0");
    gives(&cluster_method, too_far, 2, "cache_levels", "1");
    gives(&cluster_method, too_far, 2, "l1_size", "1");
}

/* The point in the middle fits either cluster. */
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

/* A fault of the method: points on a smeared edge become a level of their own. */
static void cluster_takes_an_edge_for_a_level(void **state) {
    (void)state;
    static const double y[] = {4, 4, 4, 7, 12, 12, 12, 12};
    gives(&cluster_method, y, COUNT(y), "cache_levels", "2");
    gives(&cluster_method, y, COUNT(y), "l2_size", "4");
    gives(&cluster_method, y, COUNT(y), "l2_latency", "7");
    gives(&cluster_method, y, COUNT(y), "mem_latency", "12");
}

/* A fault of the method: the most points are between 95 and 119.7, and no more fit around their
   average of 101.  The rest, 93 and 121.6, is within a quarter of 121.6, and becomes the "first"
   level, as large as the whole table. */
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

/* Twelve levels, each twice as slow as the one before. */
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

/* Flat levels that are far apart are found as they were made, whatever their lengths. */
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

int main(void) {
    const struct CMUnitTest tests[] = {
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
    };
    return cmocka_run_group_tests_name("papers_cluster", tests, NULL, NULL);
}
