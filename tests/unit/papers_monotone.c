/* papers_monotone.c - the suffix minimum, which makes a curve monotone, and the method that prints
   it. */
#include "papers_curve.h"

#include "../../analysis/monotone.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
   values is one of theirs, from the same place or a later one. */
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(monotone_heals_what_is_slower_than_what_follows),
        cmocka_unit_test(monotone_takes_any_number_of_values),
        cmocka_unit_test(monotone_is_the_highest_rising_lower_bound),
        cmocka_unit_test(monotone_is_idempotent),
        cmocka_unit_test(monotone_prints_the_table_back),
        cmocka_unit_test(monotone_can_be_piped),
    };
    return cmocka_run_group_tests_name("papers_monotone", tests, NULL, NULL);
}
