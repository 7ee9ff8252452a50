/* test_harness.c - what of the harness needs no machine: the cycle, the orders, the spread. */
#include "helper.h"

#include "../probes/common/cycle.h"
#include "../probes/common/order.h"
#include "../probes/common/spread.h"

#include <math.h>
#include <stdlib.h>

extern const struct method fetch_method;

/* ---- the cycle ---- */

/* Multiply, shift, load and floating point of machines with published latencies, in cycles. */
static const double chains[][4] = {
    {4, 3, 1, 8},   /* Skylake-SP */
    {5, 3, 1, 4},   /* Ice Lake-SP, fused */
    {5, 3, 1, 6},   /* Golden Cove */
    {4, 4, 1, 5},   /* Neoverse N1 */
    {4, 2, 1, 4},   /* Neoverse V1 */
    {5, 3, 2, 8},   /* shifts of two cycles */
    {2, 10, 4, 12}, /* all even but for the next */
    {2, 14, 4, 13}, /* Pentium 4, near enough */
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

/* Beside a busy thread of the same core, Zen 5. */
static void a_shift_that_waits_does_not_hide_the_cycle(void **state) {
    const double delayed[] = {4.005, 3.004, 5.986, 1.041}, twice[] = {4.1, 3, 6, 1.1};
    (void)state;
    assert_true(fabs(cycle_of(delayed, 4, true) - 1) < 0.01);
    assert_false(cycle_of(twice, 4, true) > 0);
}

/* A third of a cycle, or a half; the latter by Zen 4. */
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

/* Of a ruler of 16 multiplications of 3 cycles. */
static void a_ruler_is_its_steps(void **state) {
    (void)state;
    assert_true(cycle_counts(48, 16, 3.02, 0.2));
    assert_true(cycle_counts(52, 16, 2.98, 0.2));
    assert_false(cycle_counts(96, 16, 3, 0.2));
    assert_false(cycle_counts(46.9, 16, 3.05, 0.2));
    assert_false(cycle_counts(0, 16, 0, 0.2));
}

/* ---- orders ---- */

static int compare(const void *a, const void *b) {
    size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return (x > y) - (x < y);
}

/* Every place once, and those of a block in one run. */
static void check_blocks(struct dice *dice, size_t count, size_t stride, size_t block) {
    size_t *order = malloc(count * sizeof *order), changes = 0;
    assert_non_null(order);
    order_blocks(dice, order, count, stride, block);
    for (size_t i = 1; i < count; i++)
        changes += order[i] / block != order[i - 1] / block;
    size_t span = (count - 1) * stride;
    if (stride <= block && block % stride == 0)
        assert_int_equal(changes, span / block);
    qsort(order, count, sizeof *order, compare);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(order[i], i * stride);
    free(order);
}

static void orders_are_full_cycles(void **state) {
    struct dice dice = {12345};
    uint64_t seed = 99;
    (void)state;
    for (int i = 0; i < 2000; i++) {
        size_t stride = (size_t)8 << chance(&seed, 10), block = (size_t)64 << chance(&seed, 8);
        check_blocks(&dice, 1 + chance(&seed, 300), stride, block);
    }
}

/* Chi-square on where the first of ten places goes: 9 degrees of freedom, 27.9 is 1 in 1000. */
static void orders_are_random(void **state) {
    struct dice dice = {2024};
    size_t order[10], seen[10] = {0};
    double sum = 0;
    (void)state;
    for (int draw = 0; draw < 10000; draw++) {
        for (size_t i = 0; i < 10; i++)
            order[i] = i;
        order_shuffle(&dice, order, 10);
        for (size_t i = 0; i < 10; i++)
            if (order[i] == 0)
                seen[i]++;
    }
    for (size_t i = 0; i < 10; i++)
        sum += ((double)seen[i] - 1000) * ((double)seen[i] - 1000) / 1000;
    assert_true(sum < 27.9);
}

/* ---- spread ---- */

static void spread_leaves_out_the_oddest(void **state) {
    double values[] = {5, 100, 4, 0.1, 6};
    struct spread spread = spread_of(values, 5);
    (void)state;
    assert_true(fabs(spread.low - 4) < 1e-9);
    assert_true(fabs(spread.median - 5) < 1e-9);
    assert_true(fabs(spread.high - 6) < 1e-9);
}

/* ---- the pairs of fetch ---- */

static const char *fetched(const double *cycles) {
    static const double distance[] = {8, 16, 32, 64, 128, 256};
    static char value[40];
    char *output = run_curve(&fetch_method, "distance cycles", distance, cycles, 6, USUAL);
    snprintf(value, sizeof value, "%s", answer_of(output, "fetch_size"));
    free(output);
    return value;
}

static void fetch_size_is_the_step(void **state) {
    (void)state;
    assert_string_equal(fetched((double[]){100, 101, 100, 200, 199, 200}), "64");
    assert_string_equal(fetched((double[]){100, 101, 100, 120, 199, 200}), "128");
    assert_string_equal(fetched((double[]){100, 101, 100, 110, 109, 110}), "unknown");
    assert_string_equal(fetched((double[]){100, 101, 190, 110, 190, 200}), "unknown");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cycle_is_the_divisor),
        cmocka_unit_test(no_cycle),
        cmocka_unit_test(a_shift_that_waits_does_not_hide_the_cycle),
        cmocka_unit_test(slow_loads_make_no_cycle_of_their_own),
        cmocka_unit_test(two_ways_must_agree),
        cmocka_unit_test(a_ruler_is_its_steps),
        cmocka_unit_test(orders_are_full_cycles),
        cmocka_unit_test(orders_are_random),
        cmocka_unit_test(spread_leaves_out_the_oddest),
        cmocka_unit_test(fetch_size_is_the_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
