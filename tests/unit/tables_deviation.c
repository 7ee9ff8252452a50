/* tables_deviation.c - how far the mean of a series may be off. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../analysis/deviation.h"

enum { COUNT = 64 };

static bool are_near(double a, double b) {
    return fabs(a - b) <= 1e-9 * fabs(b);
}

/* Of 1, 2, 3, 4 the variance is 5/3, and that of their mean a quarter of it. */
static void a_mean_is_off_by_the_root_of_the_count(void **state) {
    (void)state;
    assert_true(are_near(deviation_of_mean(10, 30, 4), sqrt(5.0 / 3 / 4)));
    assert_true(deviation_of_mean(3, 9, 1) == 0);
}

/* Values that alternate between 9 and 11 differ, and groups of two do not. */
static void values_that_alternate_are_not_grouped(void **state) {
    double value[COUNT];
    (void)state;
    for (size_t i = 0; i < COUNT; i++)
        value[i] = i % 2 == 0 ? 9 : 11;
    assert_true(are_near(deviation_of_series(value, COUNT), sqrt(COUNT / (COUNT - 1.0) / COUNT)));
}

/* 16 values of 9 and 16 of 11 in turn are as four values, of which groups of 8 show the most. */
static void values_like_the_one_before_are_grouped(void **state) {
    double value[COUNT];
    (void)state;
    for (size_t i = 0; i < COUNT; i++)
        value[i] = i / 16 % 2 == 0 ? 9 : 11;
    assert_true(are_near(deviation_of_series(value, COUNT), sqrt(8 / 7.0 / 8)));
}

static void few_values_show_none(void **state) {
    static const double VALUE[] = {1, 1, 1, 1, 1, 1};
    (void)state;
    assert_true(deviation_of_series(VALUE, 5) == HUGE_VAL);
    assert_true(deviation_of_series(VALUE, 6) == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mean_is_off_by_the_root_of_the_count),
        cmocka_unit_test(values_that_alternate_are_not_grouped),
        cmocka_unit_test(values_like_the_one_before_are_grouped),
        cmocka_unit_test(few_values_show_none),
    };
    return cmocka_run_group_tests_name("deviation", tests, NULL, NULL);
}
