/* core_cycle.c - the cycle as the common divisor of latencies, for the published latencies of ten
   cores, and for latencies that have no common divisor. */
#include "../helper.h"

#include "../../probes/common/cycle.h"

#include <math.h>

/* Published latencies in cycles: multiply, shift, load and floating point. */
static const double chains[][4] = {
    {4, 3, 1, 8},   /* Skylake-SP */
    {5, 3, 1, 4},   /* Ice Lake-SP, fused */
    {5, 3, 1, 6},   /* Golden Cove */
    {4, 4, 1, 5},   /* Neoverse N1 */
    {4, 2, 1, 4},   /* Neoverse V1 */
    {5, 3, 2, 8},   /* shifts of two cycles */
    {2, 10, 4, 12}, /* all even, except on the next core */
    {2, 14, 4, 13}, /* Pentium 4, approximately */
};

static double expected(size_t i) {
    return i == 6 ? 2 : 1;
}

static void cycle_is_the_divisor(void **state) {
    uint64_t seed = 7;
    (void)state;
    for (size_t i = 0; i < sizeof chains / sizeof chains[0]; i++) {
        for (int draw = 0; draw < 200; draw++) {
            double ns = 0.2 + 0.01 * (double)chance(&seed, 100), latency[4];
            for (size_t k = 0; k < 4; k++)
                latency[k] =
                    chains[i][k] * ns * (1 + 0.004 * ((double)chance(&seed, 101) / 50 - 1));
            assert_true(fabs(cycle_of(latency, 4, draw % 2) / ns - expected(i)) <
                        0.02 * expected(i));
        }
    }
}

static void no_cycle(void **state) {
    const double odd[] = {1, 1.37, 2.71, 3.14}, zero[] = {1, 0}, nothing[] = {NAN, 1};
    (void)state;
    for (int shift = 0; shift < 2; shift++) {
        assert_false(cycle_of(odd, 4, shift) > 0);
        assert_false(cycle_of(zero, 2, shift) > 0);
        assert_false(cycle_of(nothing, 2, shift) > 0);
        assert_false(cycle_of(odd, 0, shift) > 0);
    }
}

/* Measured on a Zen 5 beside a busy thread of the same core. */
static void a_shift_that_waits_does_not_hide_the_cycle(void **state) {
    const double delayed[] = {4.005, 3.004, 5.986, 1.041}, twice[] = {4.1, 3, 6, 1.1};
    (void)state;
    assert_true(fabs(cycle_of(delayed, 4, true) - 1) < 0.01);
    assert_false(cycle_of(twice, 4, true) > 0);
}

/* Loads that are slow by a third of a cycle, or by a half, as measured on Zen 4. */
static void slow_loads_make_no_cycle_of_their_own(void **state) {
    const double third[] = {4.334, 3, 4, 1}, half[] = {4.53, 2.993, 6.027, 3.003, 1.003};
    (void)state;
    assert_true(cycle_of(third, 4, false) < 0.4);
    assert_false(cycle_of(third, 4, true) > 0);
    assert_false(cycle_of_both(third, third, 4, true) > 0);
    assert_true(cycle_of(half, 5, false) < 0.6);
    assert_false(cycle_of(half, 5, true) > 0);
    assert_false(cycle_of_both(half, half, 5, true) > 0);
}

static void two_ways_must_agree(void **state) {
    const double right[] = {4, 3, 4, 1}, slowed[] = {4.334, 3, 4, 1}, thirds[] = {4, 3, 4, 8},
                 odd[] = {1, 1.37, 2.71, 3.14}, halved[] = {2, 1.5, 2, 0.5};
    (void)state;
    assert_true(fabs(cycle_of_both(slowed, right, 4, false) - 1) < 0.01);
    assert_true(fabs(cycle_of_both(right, slowed, 4, false) - 1) < 0.01);
    assert_true(fabs(cycle_of_both(thirds, thirds, 4, false) - 1) < 0.01);
    assert_true(fabs(cycle_of_both(odd, right, 4, false) - 1) < 0.01);
    assert_false(cycle_of_both(thirds, odd, 4, false) > 0);
    assert_false(cycle_of_both(halved, right, 4, true) > 0);
    assert_false(cycle_of_both(right, halved, 4, true) > 0);
}

/* A ruler of 16 multiplications of 3 cycles. */
static void a_ruler_is_its_steps(void **state) {
    (void)state;
    assert_true(cycle_counts(48, 16, 3.02, 0.2));
    assert_true(cycle_counts(52, 16, 2.98, 0.2));
    assert_false(cycle_counts(96, 16, 3, 0.2));
    assert_false(cycle_counts(46.9, 16, 3.05, 0.2));
    assert_false(cycle_counts(0, 16, 0, 0.2));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cycle_is_the_divisor),
        cmocka_unit_test(no_cycle),
        cmocka_unit_test(a_shift_that_waits_does_not_hide_the_cycle),
        cmocka_unit_test(slow_loads_make_no_cycle_of_their_own),
        cmocka_unit_test(two_ways_must_agree),
        cmocka_unit_test(a_ruler_is_its_steps),
    };
    return cmocka_run_group_tests_name("core_cycle", tests, NULL, NULL);
}
