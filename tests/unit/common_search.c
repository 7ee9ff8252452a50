/* common_search.c - searches by doubling and halving find each edge, test no number outside of
   their bounds, and test no number too often. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../probes/common/order.h"
#include "../../probes/common/search.h"

enum { NUMBERS = 70, TESTS = 64 };

/* Numbers from EDGE on are true, or random ones with dice; and the numbers that were tested. */
struct numbers {
    size_t edge;
    struct dice *dice;
    size_t tested[TESTS], tests;
    bool was[TESTS];
};

static bool is_true(void *context, size_t number) {
    struct numbers *numbers = context;
    bool is = numbers->dice != NULL ? dice_below(numbers->dice, 2) > 0 : number >= numbers->edge;
    assert_true(numbers->tests < TESTS);
    numbers->was[numbers->tests] = is;
    numbers->tested[numbers->tests++] = number;
    return is;
}

static size_t digits(size_t number) {
    size_t count = 0;
    for (; number > 0; number /= 2)
        count++;
    return count;
}

static void assert_tested(const struct numbers *numbers, const size_t *number, size_t count) {
    assert_int_equal(numbers->tests, count);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(numbers->tested[i], number[i]);
}

static void halving_finds_each_edge(void **state) {
    (void)state;
    for (size_t low = 0; low < NUMBERS; low++)
        for (size_t high = low + 1; high <= NUMBERS; high++)
            for (size_t edge = low + 1; edge <= high; edge++) {
                struct numbers numbers = {.edge = edge};
                assert_int_equal(search_halve(is_true, &numbers, low, high), edge);
                assert_true(numbers.tests <= digits(high - low));
                for (size_t i = 0; i < numbers.tests; i++)
                    assert_true(numbers.tested[i] > low && numbers.tested[i] < high);
            }
}

static void doubling_ends_at_the_most(void **state) {
    static const size_t to_11[] = {2, 4, 8, 11}, to_6[] = {6, 10};
    struct numbers numbers = {.edge = 11};
    size_t low = 1;
    (void)state;
    assert_int_equal(search_double(is_true, &numbers, &low, 11), 11);
    assert_int_equal(low, 8);
    assert_tested(&numbers, to_11, 4);
    numbers = (struct numbers){.edge = 11};
    low = 3;
    assert_int_equal(search_double(is_true, &numbers, &low, 10), 0);
    assert_int_equal(low, 10);
    assert_tested(&numbers, to_6, 2);
}

static void nothing_is_tested_at_the_most(void **state) {
    struct numbers numbers = {.edge = 1};
    size_t low = 7;
    (void)state;
    assert_int_equal(search_double(is_true, &numbers, &low, 7), 0);
    assert_int_equal(search_least(is_true, &numbers, 7, 5), 0);
    assert_int_equal(numbers.tests, 0);
}

static void doubling_does_not_overflow(void **state) {
    struct numbers numbers = {.edge = SIZE_MAX};
    size_t low = 1;
    (void)state;
    assert_int_equal(search_double(is_true, &numbers, &low, SIZE_MAX), SIZE_MAX);
    assert_int_equal(low, SIZE_MAX / 2 + 1);
}

static void both_find_each_edge(void **state) {
    (void)state;
    for (size_t low = 1; low < NUMBERS; low++)
        for (size_t most = low; most <= NUMBERS; most++)
            for (size_t edge = low + 1; edge <= most + 1; edge++) {
                struct numbers numbers = {.edge = edge};
                size_t found = search_least(is_true, &numbers, low, most);
                assert_int_equal(found, edge <= most ? edge : 0);
                assert_true(numbers.tests <= 2 * digits(most));
            }
}

/* Despite noise the number found was true when last tested, and the number before it false. */
static void noise_leaves_an_edge(void **state) {
    struct dice dice = {20040614};
    (void)state;
    for (size_t time = 0; time < 1000; time++) {
        struct numbers numbers = {.dice = &dice};
        size_t found = search_halve(is_true, &numbers, 3, NUMBERS), high = NUMBERS, low = 3;
        for (size_t i = 0; i < numbers.tests; i++)
            *(numbers.was[i] ? &high : &low) = numbers.tested[i];
        assert_int_equal(found, high);
        assert_int_equal(low + 1, high);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(halving_finds_each_edge),
        cmocka_unit_test(doubling_ends_at_the_most),
        cmocka_unit_test(nothing_is_tested_at_the_most),
        cmocka_unit_test(doubling_does_not_overflow),
        cmocka_unit_test(both_find_each_edge),
        cmocka_unit_test(noise_leaves_an_edge),
    };
    return cmocka_run_group_tests_name("common_search", tests, NULL, NULL);
}
