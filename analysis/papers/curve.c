/* curve.c - monotone enforcement as a filter (BlackjackBench 4.1), so that each rule can be tried
   with and without it. */
#include "../method.h"

#include "../monotone.h"

#include <stdlib.h>

static void print_columns(const struct table *table, FILE *out) {
    fputs("# columns:", out);
    for (size_t column = 0; column < table->columns; column++)
        fprintf(out, " %s", table->column[column]);
    fputc('\n', out);
}

static void print_row(const struct table *table, size_t row, double y, FILE *out) {
    for (size_t column = 0; column < table->columns; column++)
        fprintf(out, "%s%.15g", column > 0 ? "\t" : "",
                column == 1 ? y : table_at(table, row, column));
    fputc('\n', out);
}

static void monotone_decide(const struct table *table, const struct options *options,
                            struct answers *answers) {
    double *y = table_column(table, 1);
    (void)options;
    if (y == NULL) {
        answer_unknown(answers, "monotone", "no memory");
        return;
    }
    monotone_enforce(y, table->rows);
    print_columns(table, answers->out);
    for (size_t row = 0; row < table->rows; row++)
        print_row(table, row, y[row], answers->out);
    answers->known++;
    free(y);
}

const struct method monotone_method = {
    .name = "monotone",
    .summary = "the table with a curve that only rises (BlackjackBench)",
    .form = {{.keys = 1, .columns = 2, .above_zero = "*"}},
    .rows = TABLE_MAX_ROWS,
    .decide = monotone_decide};
