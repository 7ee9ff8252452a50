/* machine_orders.c - the helpers of probes/common that need no machine: random orders of places,
   and the spread of samples. */
#include "../helper.h"

#include "../../probes/common/order.h"
#include "../../probes/common/spread.h"

#include <math.h>
#include <stdlib.h>

/* ---- orders ---- */

static int compare(const void *a, const void *b) {
    size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return (x > y) - (x < y);
}

/* Checks that each place occurs once, and those of a block one after the other. */
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

/* Chi-square on the position of the first of ten places: with 9 degrees of freedom, 27.9 is
   exceeded once in 1000. */
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orders_are_full_cycles),
        cmocka_unit_test(orders_are_random),
        cmocka_unit_test(spread_leaves_out_the_oddest),
    };
    return cmocka_run_group_tests_name("machine_orders", tests, NULL, NULL);
}
