/* table.h - the one text form that every program speaks.

   `# key: value` lines, one of them `# columns: bytes cycles`, then rows of numbers separated by
   tabs or blanks.  Keys other than `columns` are kept out of the way: they are evidence for
   people.  Numbers are finite and not negative; there are at least two rows. */
#ifndef TABLE_H
#define TABLE_H

#include <stddef.h>
#include <stdio.h>

enum { TABLE_MAX_ROWS = 65536, TABLE_MAX_COLUMNS = 41, TABLE_NAME_BYTES = 64 };

struct table {
    size_t rows, columns;
    char column[TABLE_MAX_COLUMNS][TABLE_NAME_BYTES];
    double *cell; /* rows x columns, row by row */
};

/* Why a table was refused: one line for stderr. */
struct table_error {
    char text[160];
};

/* Reads one table to the end of IN.  Returns 0, or -1 with the reason in ERROR and nothing to
   free. */
int table_read(struct table *table, FILE *in, struct table_error *error);
void table_free(struct table *table);

double table_at(const struct table *table, size_t row, size_t column);

/* Copies one column, rows long. Returns NULL where there is no memory. */
double *table_column(const struct table *table, size_t column);

/* The column called NAME, or table->columns where there is none. */
size_t table_find(const struct table *table, const char *name);

/* The rows ascend strictly by their first KEYS columns, read as one long key, and what is
   measured behind them is above zero.  Returns 0, or -1 with the reason in ERROR. */
int table_check(const struct table *table, size_t keys, struct table_error *error);

#endif
