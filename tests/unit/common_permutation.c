/* common_permutation.c - an order that is computed has each number once, and is undone by what
   finds a number's position. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "../../probes/common/permutation.h"

enum { ORDERS = 4 };

static void assert_order(const struct permutation *order) {
    bool *seen = calloc(order->count, sizeof *seen);
    assert_non_null(seen);
    for (size_t position = 0; position < order->count; position++) {
        size_t number = permutation_at(order, position);
        assert_true(number < order->count);
        assert_false(seen[number]);
        seen[number] = true;
        assert_int_equal(permutation_position(order, number), position);
    }
    free(seen);
}

static void each_number_has_one_position(void **state) {
    static const size_t COUNT[] = {1, 2, 3, 4, 5, 63, 64, 65, 1000, 4096, 4097, 100000};
    struct dice dice = {20040614};
    (void)state;
    for (size_t i = 0; i < sizeof COUNT / sizeof *COUNT; i++)
        for (size_t drawn = 0; drawn < ORDERS; drawn++) {
            struct permutation order;
            permutation_draw(&order, &dice, COUNT[i]);
            assert_order(&order);
        }
}

/* Of as many numbers as a size_t allows, some. */
static void large_numbers_have_one_position(void **state) {
    struct dice dice = {20040614};
    struct permutation order;
    (void)state;
    permutation_draw(&order, &dice, SIZE_MAX / 2 + 1);
    for (size_t i = 0; i < 1000; i++) {
        size_t position = (size_t)(SIZE_MAX / 2001) * i;
        assert_true(permutation_position(&order, permutation_at(&order, position)) == position);
    }
}

/* Of numbers that follow each other, as many are above the middle as below it, and as many are odd
   as even: off by at most 5 deviations, each of half the root of the count.  Few are next to each
   other. */
static void neighbours_are_far_apart(void **state) {
    enum { COUNT = 1 << 16, PART = 1 << 12, OFF = 5 * 32 };
    struct dice dice = {20040614};
    struct permutation order;
    int high = 0, odd = 0, adjacent = 0;
    (void)state;
    permutation_draw(&order, &dice, COUNT);
    for (size_t position = 0; position < PART; position++) {
        size_t number = permutation_at(&order, position);
        size_t next = permutation_at(&order, position + 1);
        high += number >= COUNT / 2;
        odd += number % 2 == 1;
        adjacent += number + 1 == next || next + 1 == number;
    }
    assert_in_range(high, PART / 2 - OFF, PART / 2 + OFF);
    assert_in_range(odd, PART / 2 - OFF, PART / 2 + OFF);
    assert_in_range(adjacent, 0, 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_number_has_one_position),
        cmocka_unit_test(large_numbers_have_one_position),
        cmocka_unit_test(neighbours_are_far_apart),
    };
    return cmocka_run_group_tests_name("permutation", tests, NULL, NULL);
}
