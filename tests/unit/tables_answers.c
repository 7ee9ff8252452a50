/* tables_answers.c - the form of answers, and how tests look them up. */
#include "../helper.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../analysis/answer.h"
#include "../../analysis/papers/number.h"

static struct answers begin(double least) {
    struct answers answers = {tmpfile(), 0, 0, least};
    assert_non_null(answers.out);
    return answers;
}

static void written(struct answers *answers, const char *expected) {
    char *text = text_of(answers->out);
    assert_string_equal(text, expected);
    free(text);
}

static void writes_integers_with_halves_up(void **state) {
    (void)state;
    struct answers answers = begin(0);
    answer_integer(&answers, "a", 4, 1);
    answer_integer(&answers, "b", 4.5, 0.974);
    answer_integer(&answers, "c", 4.49, 0);
    answer_integer(&answers, "d", 17179869184., 0.5);
    written(&answers, "a=4\n# confidence a 1.00\nb=5\n# confidence b 0.97\n"
                      "c=4\n# confidence c 0.00\nd=17179869184\n# confidence d 0.50\n");
    assert_int_equal(answers.known, 4);
    assert_int_equal(answers.unknown, 0);
}

static void writes_rounded_numbers(void **state) {
    (void)state;
    static const double values[] = {123, 125, 87.6, 99.5, 9.4, 0.4, 3700.1};
    static const char *const expected[] = {"120", "130", "88", "100", "9", "0", "3700"};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        struct answers answers = begin(0);
        answer_rounded(&answers, "ns", values[i], 2, 1);
        char *text = text_of(answers.out);
        assert_string_equal(answer_of(text, "ns"), expected[i]);
        free(text);
    }
}

static void writes_numbers_as_they_are(void **state) {
    (void)state;
    struct answers answers = begin(0);
    answer_number(&answers, "a", 0.1, 1);
    answer_number(&answers, "b", 1e300, 1);
    answer_number(&answers, "c", 33554432, 1);
    written(&answers, "a=0.1\n# confidence a 1.00\nb=1e+300\n# confidence b 1.00\n"
                      "c=33554432\n# confidence c 1.00\n");
}

static void writes_the_largest_integer(void **state) {
    (void)state;
    struct answers answers = begin(0);
    answer_integer(&answers, "a", 1.7976931348623157e308, 1);
    char *text = text_of(answers.out);
    assert_int_equal(strlen(answer_of(text, "a")), 309);
    free(text);
}

static void writes_none_as_a_fact(void **state) {
    (void)state;
    struct answers answers = begin(0);
    answer_none(&answers, "l3_size", 0.9);
    written(&answers, "l3_size=none\n# confidence l3_size 0.90\n");
    assert_int_equal(answers.known, 1);
}

static void writes_unknown_with_its_reason(void **state) {
    (void)state;
    struct answers answers = begin(0);
    answer_unknown(&answers, "l2_size", "%d of %s", 3, "them");
    written(&answers, "# l2_size: 3 of them\nl2_size=unknown\n");
    assert_int_equal(answers.known, 0);
    assert_int_equal(answers.unknown, 1);
}

static void writes_what_is_less_sure_as_unknown(void **state) {
    (void)state;
    struct answers answers = begin(0.5);
    answer_integer(&answers, "a", 7, 0.5);
    answer_integer(&answers, "b", 8, 0.49);
    answer_none(&answers, "c", 0.1);
    written(&answers, "a=7\n# confidence a 0.50\n"
                      "# b: 8 would be the value, but its confidence is only 0.49\nb=unknown\n"
                      "# c: none would be the value, but its confidence is only 0.10\nc=unknown\n");
    assert_int_equal(answers.known, 1);
    assert_int_equal(answers.unknown, 2);
}

/* Returns whether A and B are equal to the last bit, without a warning about ==. */
static int same(double a, double b) {
    return a <= b && a >= b;
}

static void looks_answers_up(void **state) {
    (void)state;
    static const char output[] = "# l1_size: reason=none\nl1_size=unknown\nl1_size_x=3\n"
                                 "xl2=9\nl2=8\n# confidence l2 0.50\nlast=none";
    assert_string_equal(answer_of(output, "l1_size"), "unknown");
    assert_string_equal(answer_of(output, "l2"), "8");
    assert_string_equal(answer_of(output, "last"), "none");
    assert_string_equal(answer_of(output, "l1"), "");
    assert_true(same(number_of(output, "l2"), 8));
    assert_true(isnan(number_of(output, "l1_size")) && isnan(number_of(output, "absent")));
    assert_true(same(confidence_of(output, "l2"), 0.5));
    assert_true(isnan(confidence_of(output, "last")));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes_integers_with_halves_up),
        cmocka_unit_test(writes_rounded_numbers),
        cmocka_unit_test(writes_numbers_as_they_are),
        cmocka_unit_test(writes_the_largest_integer),
        cmocka_unit_test(writes_none_as_a_fact),
        cmocka_unit_test(writes_unknown_with_its_reason),
        cmocka_unit_test(writes_what_is_less_sure_as_unknown),
        cmocka_unit_test(looks_answers_up),
    };
    return cmocka_run_group_tests_name("tables_answers", tests, NULL, NULL);
}
