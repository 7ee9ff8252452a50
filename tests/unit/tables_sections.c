/* tables_sections.c - words, sections and cells that were not measured. */
#include "tables_read.h"

#include <math.h>

static void reads_zeros_and_whole_numbers_exactly(void **state) {
    (void)state;
    struct table table = read_good("# columns: a b\n0 0.0\n16777217 9007199254740991\n");
    assert_true(table_is(&table, 0, 0, 0) && table_is(&table, 0, 1, 0));
    assert_true(table_is(&table, 1, 0, 16777217) && !table_is(&table, 1, 0, 16777216));
    assert_true(table_is(&table, 1, 1, 9007199254740991.));
    table_free(&table);
}

static void reads_words(void **state) {
    (void)state;
    struct table table = read_good("# columns: kind n unit\nread 1 b\nwrite_2 2 b\nread 3 read\n");
    assert_true(table.of_words[0] && !table.of_words[1] && table.of_words[2]);
    assert_string_equal(table_word(&table, 0, 0), "read");
    assert_string_equal(table_word(&table, 1, 0), "write_2");
    assert_true(table_is_word(&table, 2, 0, "read") && table_is_word(&table, 2, 2, "read"));
    assert_false(table_is_word(&table, 1, 0, "write"));
    assert_string_equal(table_word(&table, 1, 1), "");
    assert_true(table_is(&table, 2, 1, 3));
    assert_int_equal(table.words, 3);
    table_free(&table);
}

static void reads_what_was_not_measured(void **state) {
    (void)state;
    struct table table = read_good("# columns: a b\n1 -\n2 5\n- 0\n");
    assert_false(is_measured(table_at(&table, 0, 1)));
    assert_false(is_measured(table_at(&table, 2, 0)));
    assert_true(is_measured(table_at(&table, 1, 1)) && is_measured(table_at(&table, 2, 1)));
    assert_true(same(fmin(table_at(&table, 0, 1), 5), 5));
    table_free(&table);
}

static void reads_sections(void **state) {
    (void)state;
    struct table table = read_good("# machine: none\n# section: first\n# columns: a b\n1 2\n"
                                   "# section: empty\n# columns: a\n# note\n"
                                   "# section: last\n\n# columns: kind\nread\nread\n");
    const struct table *first = table_section(&table, "first");
    const struct table *empty = table_section(&table, "empty");
    const struct table *last = table_section(&table, "last");
    assert_ptr_equal(first, &table);
    assert_ptr_equal(first->next, empty);
    assert_ptr_equal(empty->next, last);
    assert_null(last->next);
    assert_null(table_section(&table, "other"));
    assert_null(table_section(&table, ""));
    assert_true(first->rows == 1 && empty->rows == 0 && last->rows == 2);
    assert_true(table_is_word(last, 1, 0, "read") && table_is(first, 0, 1, 2));
    table_free(&table);
    assert_null(table.next);
}

static void reads_a_section_without_name_before_others(void **state) {
    (void)state;
    struct table table = read_good("# columns: a\n1\n# section: b\n# columns: c d\nx 2\n");
    assert_ptr_equal(table_section(&table, ""), &table);
    assert_int_equal(table_section(&table, "b")->columns, 2);
    table_free(&table);
}

static void refuses_a_word_among_numbers(void **state) {
    (void)state;
    refused("# columns: a b\n1 2\n3 read\n", "line 3: 'read' is no number from 0 up");
    refused("# columns: a b\n1 -\n3 read\n", "line 3: 'read' is no number from 0 up");
}

static void refuses_what_is_no_word_among_words(void **state) {
    (void)state;
    static const char *const others[] = {"1", "-", "Read", "_read", "read!", "re-ad", "2read"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        char text[80];
        snprintf(text, sizeof text, "# columns: a kind\n1 read\n2 %s\n", others[i]);
        refused(text, "is no word, which 'kind' has");
        refused(text, others[i]);
    }
}

static void refuses_sections_that_are_not_clear(void **state) {
    (void)state;
    refused("# section:\n# columns: a\n1\n2\n", "line 1: a section has one word for a name");
    refused("# section: a b\n# columns: a\n1\n2\n", "line 1: a section has one word for a name");
    refused("# section: a\n1\n2\n", "line 2: a row before the # columns line");
    refused("# columns: a\n1\n2\n# section: b\n3\n", "line 5: a row before the # columns line");
    refused("# section: a\n# section: b\n# columns: a\n1\n2\n",
            "line 2: the section before has no # columns line");
    refused("# columns: a\n1\n2\n# section: b\n", "the section 'b' has no # columns line");
    refused("# section: a\n# columns: a\n1\n# section: a\n# columns: a\n2\n",
            "line 4: a second section 'a'");
    refused("# section: a\n# columns: a\n1\n# columns: b\n2\n", "line 4: a second # columns line");
    refused("# section: a\n# columns: a\n1\n# section: b\n# columns: a\n",
            "1 rows: at least two are needed");
}

/* Returns a table of COUNT sections of one row or, without ROWS, of COUNT words in one section. */
static const char *with_many(size_t count, bool rows) {
    static char text[2000];
    size_t end = (size_t)sprintf(text, "%s", rows ? "" : "# columns: a\n");
    for (size_t i = 0; i < count; i++)
        end +=
            (size_t)sprintf(text + end, rows ? "# section: s%zu\n# columns: a\n1\n" : "w%zu\n", i);
    return text;
}

static void takes_as_many_sections_and_words_as_there_is_room_for(void **state) {
    (void)state;
    struct table table = read_good(with_many(TABLE_MAX_SECTIONS, true));
    table_free(&table);
    refused(with_many(TABLE_MAX_SECTIONS + 1, true), "more than 8 sections");
    table = read_good(with_many(TABLE_MAX_WORDS, false));
    assert_string_equal(table_word(&table, TABLE_MAX_WORDS - 1, 0), "w31");
    table_free(&table);
    refused(with_many(TABLE_MAX_WORDS + 1, false), "line 34: more than 32 words");
}

static void refuses_overlong_words_and_names(void **state) {
    (void)state;
    static const char word[] = "abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz05";
    char text[200];
    snprintf(text, sizeof text, "# columns: a\n%s\n1\n", word);
    refused(text, "line 2: a word is too long");
    snprintf(text, sizeof text, "# section: %s\n# columns: a\n1\n2\n", word);
    refused(text, "line 1: a section's name is too long");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_zeros_and_whole_numbers_exactly),
        cmocka_unit_test(reads_words),
        cmocka_unit_test(reads_what_was_not_measured),
        cmocka_unit_test(reads_sections),
        cmocka_unit_test(reads_a_section_without_name_before_others),
        cmocka_unit_test(refuses_a_word_among_numbers),
        cmocka_unit_test(refuses_what_is_no_word_among_words),
        cmocka_unit_test(refuses_sections_that_are_not_clear),
        cmocka_unit_test(takes_as_many_sections_and_words_as_there_is_room_for),
        cmocka_unit_test(refuses_overlong_words_and_names),
    };
    return cmocka_run_group_tests_name("tables_sections", tests, NULL, NULL);
}
