/* table.h - the one text form that all programs exchange.

   Lines `# key: value`, then sections of rows.  A line `# section: NAME` begins a section, and a
   line `# columns: NAME NAME ...` names its columns, before its rows; without a `# section:` line
   there is one section, which has no name.  Other keys are notes for people, but
   configure reads `contention` and `seconds`.

   Cells are separated by tabs or blanks.  A column has either words ([a-z][a-z0-9_]*) or numbers;
   `-` stands for a number that was not measured.  Numbers are decimal, finite and not negative, and
   whole ones are exact.  All sections together have at least two rows. */
#ifndef TABLE_H
#define TABLE_H

#include "measured.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum {
    TABLE_MAX_ROWS = 65536, /* of a section */
    TABLE_MAX_SECTIONS = 8,
    TABLE_MAX_COLUMNS = 41,
    TABLE_MAX_WORDS = 32,  /* different ones of a section */
    TABLE_NAME_BYTES = 64, /* of a section, a column or a word */
};

/* A section, and those behind it. */
struct table {
    char name[TABLE_NAME_BYTES]; /* "": it has none */
    size_t rows, columns, words;
    char column[TABLE_MAX_COLUMNS][TABLE_NAME_BYTES];
    bool of_words[TABLE_MAX_COLUMNS];
    char word[TABLE_MAX_WORDS][TABLE_NAME_BYTES];
    double *cell; /* rows x columns, row by row; of a word its number in WORD */
    struct table *next;
};

/* Why a table was refused: one line for stderr. */
struct table_error {
    char text[160];
};

/* Writes the reason, a printf format, to ERROR, and returns -1. */
#ifdef __GNUC__
__attribute__((format(printf, 2, 3)))
#endif
int table_refuse(struct table_error *error, const char *reason, ...);

/* Reads one table to the end of IN.  Returns 0, or -1 with the reason in ERROR and nothing to
   free. */
int table_read(struct table *table, FILE *in, struct table_error *error);
void table_free(struct table *table);

/* The section called NAME, or NULL. */
const struct table *table_section(const struct table *table, const char *name);

/* A number, or NOT_MEASURED. */
double table_at(const struct table *table, size_t row, size_t column);

/* Is the cell this whole number? */
bool table_is(const struct table *table, size_t row, size_t column, double number);

/* A word of a column of words; empty where the column has numbers. */
const char *table_word(const struct table *table, size_t row, size_t column);
bool table_is_word(const struct table *table, size_t row, size_t column, const char *word);

/* Copies one column of numbers, rows long.  Returns NULL where there is no such column or no
   memory. */
double *table_column(const struct table *table, size_t column);

/* The column called NAME, or table->columns where there is none. */
size_t table_find(const struct table *table, const char *name);

#endif
