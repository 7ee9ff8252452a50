/* tables_form.c - the form that a method requires of its table. */
#include "tables_read.h"

#include "../../analysis/form.h"

static void checked_as(const char *text, struct form form, const char *reason) {
    struct table table = read_good(text);
    struct table_error error = {""};
    int status = form_check(&form, &table, &error);
    table_free(&table);
    assert_int_equal(status, reason[0] != '\0' ? -1 : 0);
    assert_string_equal(error.text, reason);
}

static void checked(const char *text, size_t keys, const char *reason) {
    checked_as(text, (struct form){.keys = keys, .columns = 1, .above_zero = "b c"}, reason);
}

static void checks_that_keys_ascend(void **state) {
    (void)state;
    checked("# columns: a b\n0 5\n1 4\n2 9\n", 1, "");
    checked("# columns: a b\n1 5\n1 4\n", 1, "row 2: 'a' does not ascend");
    checked("# columns: a b\n1 5\n3 5\n2 5\n", 1, "row 3: 'a' does not ascend");
}

static void checks_several_keys_as_one(void **state) {
    (void)state;
    checked("# columns: a d c\n1 5 1\n1 6 1\n2 0 1\n", 2, "");
    checked("# columns: a b c\n1 5 1\n1 5 2\n", 2, "row 2: 'a' does not ascend");
    checked("# columns: a b c\n2 5 1\n1 6 1\n", 2, "row 2: 'a' does not ascend");
}

static void checks_that_words_ascend_by_their_letters(void **state) {
    (void)state;
    struct form form = {.keys = 2, .columns = 2, .words = {"a copy read"}};
    checked_as("# columns: a b c\ncopy 1 1\ncopy 2 1\nread 1 1\n", form, "");
    checked_as("# columns: a b c\nread 1 1\ncopy 2 1\n", form, "row 2: 'a' does not ascend");
    checked_as("# columns: a b c\nread 1 1\nread 1 1\n", form, "row 2: 'a' does not ascend");
}

static void checks_nothing_of_order_where_there_are_no_keys(void **state) {
    (void)state;
    checked("# columns: a\n5\n0\n5\n", 0, "");
}

static void checks_that_divisors_are_above_zero(void **state) {
    (void)state;
    checked("# columns: a b c\n1 1 1\n2 1 0\n", 1, "row 2: 'c' is not above zero");
    checked("# columns: a b\n0 1\n1 1\n", 1, "");
    checked("# columns: a d\n0 0\n1 0\n", 1, "");
    checked("# columns: a b\n1 1e-400\n2 1\n", 1, "row 1: 'b' is not above zero");
}

static void checks_columns_by_the_ends_of_their_names(void **state) {
    (void)state;
    static const char zero[] = "# columns: a_ns b ns_c\n1 0 2\n2 0 0\n";
    struct form form = {.keys = 1, .columns = 1, .above_zero = "*_ns"};
    checked_as(zero, form, "");
    form.above_zero = "b_* ns_*";
    checked_as(zero, form, "row 2: 'ns_c' is not above zero");
    form.above_zero = "*";
    checked_as(zero, form, "row 1: 'b' is not above zero");
    checked_as("# columns: a b\n0 1\n1 1\n", form, "");
}

static void checks_what_may_not_be_measured(void **state) {
    (void)state;
    struct form form = {.keys = 1, .columns = 1, .above_zero = "b"};
    checked_as("# columns: a b c\n1 1 1\n2 - 1\n", form, "row 2: 'b' is not measured");
    checked_as("# columns: a b c\n1 1 -\n2 1 1\n", form, "row 1: 'c' is not measured");
    form.may_lack = "b";
    checked_as("# columns: a b c\n1 1 1\n2 - 1\n", form, "");
}

static void checks_words_and_numbers(void **state) {
    (void)state;
    struct form form = {.columns = 1, .words = {"kind copy read"}};
    checked_as("# columns: kind b\nread 1\ncopy 2\n", form, "");
    checked_as("# columns: kind b\nread 1\nwrite 2\n", form, "row 2: 'write' is no word of 'kind'");
    checked_as("# columns: kind b\nrea 1\nread 2\n", form, "row 1: 'rea' is no word of 'kind'");
    checked_as("# columns: kind b\n1 1\n2 2\n", form, "'kind' has to be a column of words");
    checked_as("# columns: b kind\nread read\nread copy\n", form,
               "'b' has to be a column of numbers");
    checked_as("# columns: b c\n1 1\n2 2\n", form, "too few columns of words for this method");
    static const struct form both = {.columns = 2, .words = {"kind copy read", "event hit miss"}};
    checked_as("# columns: event kind\nhit copy\nmiss read\n", both, "");
    checked_as("# columns: kind kind\ncopy copy\nread read\n", both,
               "too few columns of words for this method");
}

static void checks_that_sections_are_there(void **state) {
    (void)state;
    static const char text[] =
        "# section: a\n# columns: a b\n1 1\n2 1\n# section: b\n# columns: a\n";
    struct form form = {.section = "a", .columns = 1};
    checked_as(text, form, "");
    form.columns = 3;
    checked_as(text, form, "too few columns for this method");
    form = (struct form){.section = "b", .columns = 1};
    checked_as(text, form, "no row of 'b'");
    form.section = "c";
    checked_as(text, form, "no section 'c'");
    form.optional = true;
    checked_as(text, form, "");
    form = (struct form){.columns = 2};
    checked_as(text, form, "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(checks_that_keys_ascend),
        cmocka_unit_test(checks_several_keys_as_one),
        cmocka_unit_test(checks_that_words_ascend_by_their_letters),
        cmocka_unit_test(checks_nothing_of_order_where_there_are_no_keys),
        cmocka_unit_test(checks_that_divisors_are_above_zero),
        cmocka_unit_test(checks_columns_by_the_ends_of_their_names),
        cmocka_unit_test(checks_what_may_not_be_measured),
        cmocka_unit_test(checks_words_and_numbers),
        cmocka_unit_test(checks_that_sections_are_there),
    };
    return cmocka_run_group_tests_name("tables_form", tests, NULL, NULL);
}
