/* tables_text.c - which texts are tables, and why others are refused. */
#include "tables_read.h"

#include <stdlib.h>

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

/* Returns a table with columns c1, c2, ... and two rows of zeros. */
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

/* Returns a good table behind a comment of LENGTH bytes. */
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
    assert_string_equal(error.text, "line 65538: more than 65536 rows");
    assert_null(table.cell);
}

/* Any bytes are either a table or refused with a reason. */
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
    };
    return cmocka_run_group_tests_name("tables_text", tests, NULL, NULL);
}
