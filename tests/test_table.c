/* test_table.c - what is a table, what is refused and why, and how an answer is written. */
#include "helper.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../analysis/answer.h"
#include "../analysis/form.h"
#include "../analysis/table.h"

/* ---- reading ---- */

static int read_bytes(struct table *table, const void *bytes, size_t size,
                      struct table_error *error) {
    FILE *in = file_of(bytes, size);
    int status = table_read(table, in, error);
    fclose(in);
    return status;
}

static struct table read_good(const char *text) {
    struct table table;
    struct table_error error;
    if (read_bytes(&table, text, strlen(text), &error) != 0)
        fail_msg("refused: %s", error.text);
    return table;
}

/* The reason tells what was refused: one line, and nothing is left to free. */
static void refused_bytes(const void *bytes, size_t size, const char *reason) {
    struct table table;
    struct table_error error;
    assert_int_equal(read_bytes(&table, bytes, size, &error), -1);
    if (strstr(error.text, reason) == NULL || strchr(error.text, '\n') != NULL)
        fail_msg("'%s' where '%s' was expected", error.text, reason);
    assert_null(table.cell);
    assert_int_equal(table.rows, 0);
}

static void refused(const char *text, const char *reason) {
    refused_bytes(text, strlen(text), reason);
}

/* Are A and B the same number, to the last bit?  Without the warning about ==. */
static int same(double a, double b) {
    return a <= b && a >= b;
}

static void reads_a_table(void **state) {
    (void)state;
    struct table table = read_good("# machine: none\n# columns: bytes cycles\n1024\t4\n2048 4.5\n");
    assert_int_equal(table.rows, 2);
    assert_int_equal(table.columns, 2);
    assert_string_equal(table.column[0], "bytes");
    assert_string_equal(table.column[1], "cycles");
    assert_true(same(table_at(&table, 0, 0), 1024) && same(table_at(&table, 0, 1), 4));
    assert_true(same(table_at(&table, 1, 0), 2048) && same(table_at(&table, 1, 1), 4.5));
    table_free(&table);
    assert_null(table.cell);
}

static void reads_other_keys_and_blank_lines_past(void **state) {
    (void)state;
    struct table table = read_good("\n# truth L1D: 32768\n#columns: no such key\n# columns: a\n"
                                   "# stride: 64\n1\n \t\n#\n2\n# end\n");
    assert_int_equal(table.rows, 2);
    assert_int_equal(table.columns, 1);
    table_free(&table);
}

static void reads_lines_that_end_in_cr_lf(void **state) {
    (void)state;
    struct table table = read_good("# columns: bytes cycles\r\n\r\n1\t4\r\n2\t5\r\n");
    assert_int_equal(table.rows, 2);
    assert_string_equal(table.column[1], "cycles");
    assert_true(same(table_at(&table, 1, 1), 5));
    table_free(&table);
}

static void reads_a_last_line_without_end(void **state) {
    (void)state;
    struct table table = read_good("# columns: a b\n1 2\n3 4");
    assert_int_equal(table.rows, 2);
    assert_true(same(table_at(&table, 1, 1), 4));
    table_free(&table);
}

static void reads_blanks_around_cells(void **state) {
    (void)state;
    struct table table = read_good("# columns:\ta \t b \n  1 \t 2\t\n\t3  4 \n");
    assert_int_equal(table.columns, 2);
    assert_true(same(table_at(&table, 1, 0), 3));
    table_free(&table);
}

static void reads_any_decimal_number(void **state) {
    (void)state;
    struct table table = read_good("# columns: a\n0\n.5\n5.\n+7\n1e3\n2.5E-1\n1e308\n1e-400\n");
    static const double expected[] = {0, 0.5, 5, 7, 1000, 0.25, 1e308, 0};
    assert_int_equal(table.rows, 8);
    for (size_t row = 0; row < table.rows; row++)
        assert_true(same(table_at(&table, row, 0), expected[row]));
    table_free(&table);
}

static void refuses_too_few_rows(void **state) {
    (void)state;
    refused("", "0 rows: at least two");
    refused("# columns: bytes cycles\n", "0 rows: at least two");
    refused("# columns: bytes cycles\n1 2\n", "1 rows: at least two");
    refused("\n\n# note: nothing\n", "0 rows: at least two");
}

static void refuses_what_is_no_number_from_0_up(void **state) {
    (void)state;
    static const char *const words[] = {
        "-1",    "-0",  "-0.0", "-1e-400", "nan",   "NaN", "-nan", "inf",      "INF",     "+inf",
        "1e999", "0x1", "0x1p", "abc",     "12,5",  "1k",  "1e",   "e",        ".",       "--",
        "+",     "1-2", "--1",  "1.2.3",   "4e5e6", "1_0", "1'0",  "\xc2\xb9", "infinity"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char text[80];
        snprintf(text, sizeof text, "# columns: a b\n1 2\n3 %s\n", words[i]);
        refused(text, "line 3: '");
        refused(text, "is no number from 0 up");
        refused(text, words[i]);
    }
}

static void shortens_a_long_word_in_its_reason(void **state) {
    (void)state;
    char text[700] = "# columns: a\n";
    memset(text + strlen(text), 'X', 600);
    refused(text, "'XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX' is no number");
}

static void refuses_what_is_not_text(void **state) {
    (void)state;
    static const char nul[] = "# columns: a\n1\n2\0\n3\n", nul_alone[] = "\0";
    static const char bell[] = "# columns: a\a\n1\n2\n", del[] = "# columns: a\n1\n\177\n";
    static const char elf[] = "\177ELF\2\1\1\0\0";
    refused_bytes(nul, sizeof nul - 1, "line 3: not text");
    refused_bytes(nul_alone, 1, "line 1: not text");
    refused_bytes(bell, sizeof bell - 1, "line 1: not text");
    refused_bytes(del, sizeof del - 1, "line 3: not text");
    refused_bytes(elf, sizeof elf - 1, "line 1: not text");
}

static void refuses_what_cannot_be_read(void **state) {
    (void)state;
    struct table table;
    struct table_error error;
    FILE *in = fopen("/dev/null", "w");
    assert_non_null(in);
    assert_int_equal(table_read(&table, in, &error), -1);
    assert_non_null(strstr(error.text, "cannot be read"));
    fclose(in);
}

static void refuses_rows_of_another_width(void **state) {
    (void)state;
    refused("# columns: a b\n1 2\n3\n", "line 3: fewer cells");
    refused("# columns: a b\n1 2 3\n4 5\n", "line 2: more cells");
    refused("# columns: a b\n1 2\r3 4\n", "line 2: more cells");
}

static void refuses_rows_without_names(void **state) {
    (void)state;
    refused("1 2\n# columns: a b\n3 4\n", "line 1: a row before the # columns line");
    refused("1 2\n3 4\n", "line 1: a row before the # columns line");
    refused("# columns:\n1\n2\n", "line 1: no column is named");
    refused("# columns: \t\r\n1\n2\n", "line 1: no column is named");
    refused(" # columns: a\n1\n2\n", "line 1: a row before");
}

static void refuses_a_second_columns_line(void **state) {
    (void)state;
    refused("# columns: a\n1\n2\n# columns: a\n", "line 4: a second # columns line");
}

/* Columns c1, c2, ... and a row of zeros under them, twice. */
static const char *with_columns(size_t columns) {
    static char text[4096];
    size_t end = (size_t)sprintf(text, "# columns:");
    for (size_t i = 1; i <= columns; i++)
        end += (size_t)sprintf(text + end, " c%zu", i);
    for (size_t row = 0; row < 2; row++)
        for (size_t i = 0; i < columns; i++)
            end += (size_t)sprintf(text + end, "%c%zu", i == 0 ? '\n' : ' ', row);
    sprintf(text + end, "\n");
    return text;
}

static void takes_as_many_columns_as_there_is_room_for(void **state) {
    (void)state;
    struct table table = read_good(with_columns(TABLE_MAX_COLUMNS));
    assert_int_equal(table.columns, TABLE_MAX_COLUMNS);
    table_free(&table);
    refused(with_columns(TABLE_MAX_COLUMNS + 1), "line 1: more than 41 columns");
}

static void takes_names_as_long_as_there_is_room_for(void **state) {
    (void)state;
    struct table table = read_good(
        "# columns: abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz0\n1\n2\n");
    assert_int_equal(strlen(table.column[0]), TABLE_NAME_BYTES - 1);
    table_free(&table);
    refused("# columns: abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz05\n",
            "a column's name is too long");
}

/* A comment of LENGTH bytes before a good table. */
static char *with_long_line(size_t length) {
    static const char rest[] = "\n# columns: a\n1\n2\n";
    char *text = malloc(length + sizeof rest);
    assert_non_null(text);
    memset(text, '#', length);
    memcpy(text + length, rest, sizeof rest);
    return text;
}

static void refuses_overlong_lines(void **state) {
    (void)state;
    char *longest = with_long_line(1023), *longer = with_long_line(1024);
    struct table table = read_good(longest);
    assert_int_equal(table.rows, 2);
    table_free(&table);
    refused(longer, "line 1: longer than 1023 bytes");
    free(longest);
    free(longer);
}

static int read_rows(size_t rows, struct table *table, struct table_error *error) {
    FILE *in = tmpfile();
    assert_non_null(in);
    fputs("# columns: a\n", in);
    for (size_t row = 0; row < rows; row++)
        fprintf(in, "%zu\n", row);
    rewind(in);
    int status = table_read(table, in, error);
    fclose(in);
    return status;
}

static void refuses_more_than_65536_rows(void **state) {
    (void)state;
    struct table table;
    struct table_error error;
    assert_int_equal(read_rows(TABLE_MAX_ROWS, &table, &error), 0);
    assert_int_equal(table.rows, 65536);
    assert_true(same(table_at(&table, 65535, 0), 65535));
    table_free(&table);
    assert_int_equal(read_rows(TABLE_MAX_ROWS + 1, &table, &error), -1);
    assert_string_equal(error.text, "more than 65536 rows");
    assert_null(table.cell);
}

/* Whatever the bytes, it is a table or a reason. */
static void survives_random_bytes(void **state) {
    (void)state;
    static const char *const heads[] = {"# columns: a\n", "# section: b\n# columns: a\n"};
    static const char letters[] = "0123456789.eE+-  \t\n\n#columns:ab\r\0\377";
    uint64_t seed = 20240607;
    for (int round = 0; round < 3000; round++) {
        const char *head = heads[chance(&seed, 2)];
        char bytes[200];
        struct table table;
        struct table_error error = {""};
        strcpy(bytes, head);
        for (size_t i = chance(&seed, 2) * strlen(head); i < sizeof bytes; i++)
            bytes[i] = letters[chance(&seed, sizeof letters - 1)];
        int status = read_bytes(&table, bytes, chance(&seed, sizeof bytes), &error);
        assert_int_equal(status == 0, error.text[0] == '\0');
        if (status == 0)
            table_free(&table);
    }
}

/* ---- columns ---- */

static void finds_and_copies_columns(void **state) {
    (void)state;
    struct table table = read_good("# columns: bytes ns cycles\n1 2 3\n4 5 6\n");
    assert_int_equal(table_find(&table, "bytes"), 0);
    assert_int_equal(table_find(&table, "cycles"), 2);
    assert_int_equal(table_find(&table, "cycle"), table.columns);
    double *ns = table_column(&table, 1);
    assert_non_null(ns);
    assert_true(same(ns[0], 2) && same(ns[1], 5));
    free(ns);
    table_free(&table);
}

/* ---- words, sections and what was not measured ---- */

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

/* So many sections of a row, or, without ROWS, words of one section. */
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

/* ---- checking ---- */

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

/* ---- answers ---- */

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
                      "# b: 8, but with a confidence of 0.49\nb=unknown\n"
                      "# c: none, but with a confidence of 0.10\nc=unknown\n");
    assert_int_equal(answers.known, 1);
    assert_int_equal(answers.unknown, 2);
}

/* ---- the helper itself ---- */

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
        cmocka_unit_test(reads_a_table),
        cmocka_unit_test(reads_other_keys_and_blank_lines_past),
        cmocka_unit_test(reads_lines_that_end_in_cr_lf),
        cmocka_unit_test(reads_a_last_line_without_end),
        cmocka_unit_test(reads_blanks_around_cells),
        cmocka_unit_test(reads_any_decimal_number),
        cmocka_unit_test(refuses_too_few_rows),
        cmocka_unit_test(refuses_what_is_no_number_from_0_up),
        cmocka_unit_test(shortens_a_long_word_in_its_reason),
        cmocka_unit_test(refuses_what_is_not_text),
        cmocka_unit_test(refuses_what_cannot_be_read),
        cmocka_unit_test(refuses_rows_of_another_width),
        cmocka_unit_test(refuses_rows_without_names),
        cmocka_unit_test(refuses_a_second_columns_line),
        cmocka_unit_test(takes_as_many_columns_as_there_is_room_for),
        cmocka_unit_test(takes_names_as_long_as_there_is_room_for),
        cmocka_unit_test(refuses_overlong_lines),
        cmocka_unit_test(refuses_more_than_65536_rows),
        cmocka_unit_test(survives_random_bytes),
        cmocka_unit_test(finds_and_copies_columns),
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
        cmocka_unit_test(checks_that_keys_ascend),
        cmocka_unit_test(checks_several_keys_as_one),
        cmocka_unit_test(checks_that_words_ascend_by_their_letters),
        cmocka_unit_test(checks_nothing_of_order_where_there_are_no_keys),
        cmocka_unit_test(checks_that_divisors_are_above_zero),
        cmocka_unit_test(checks_columns_by_the_ends_of_their_names),
        cmocka_unit_test(checks_what_may_not_be_measured),
        cmocka_unit_test(checks_words_and_numbers),
        cmocka_unit_test(checks_that_sections_are_there),
        cmocka_unit_test(writes_integers_with_halves_up),
        cmocka_unit_test(writes_rounded_numbers),
        cmocka_unit_test(writes_numbers_as_they_are),
        cmocka_unit_test(writes_the_largest_integer),
        cmocka_unit_test(writes_none_as_a_fact),
        cmocka_unit_test(writes_unknown_with_its_reason),
        cmocka_unit_test(writes_what_is_less_sure_as_unknown),
        cmocka_unit_test(looks_answers_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
