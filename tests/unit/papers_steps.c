/* papers_steps.c - the papers' three rules for the step of a curve, on the curves for which they
   were made, and on curves that mislead them. */
#include "papers_curve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Figure 7: a flat curve with noise, a jump at the number of contexts, then larger steps. */
static const double CONTEXTS[] = {10, 10.1, 10, 10.2, 10.1, 10.2, 10.2, 10.3,
                                  16, 16.4, 17, 18,   30,   31,   35,   36};

/* Figure 8: a flat curve, a slight increase, the first spill, then spills that each cost less. */
static const double SPILLS[] = {1, 1,   1,   1,   1,   1, 1, 1,   1,   1, 1,
                                1, 1.3, 1.3, 1.3, 1.3, 3, 4, 5.2, 6.1, 7, 7.9};

/* 4.2.2, page size: the last large step counts. */
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

/* A single increase is its own average, and does not exceed it. */
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

/* All three rules find a perfect step at any place, on any axis. */
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

int main(void) {
    const struct CMUnitTest tests[] = {
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
    };
    return cmocka_run_group_tests_name("papers_steps", tests, NULL, NULL);
}
