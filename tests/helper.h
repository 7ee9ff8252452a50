/* helper.h - what the tests of the analyzer share: tables from text, methods run on them, and
   their answers looked up.  Nothing here reads a clock. */
#ifndef TESTS_HELPER_H
#define TESTS_HELPER_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "../analysis/method.h"

/* The command line's own. */
extern const struct options USUAL;

/* ---- files in memory ---- */

/* A file that holds SIZE bytes, at its beginning; close it. */
FILE *file_of(const void *bytes, size_t size);

/* All that was written to FILE, which is closed; free it. */
char *text_of(FILE *file);

/* ---- methods ---- */

/* What METHOD prints on the table TEXT; free it.  The test fails where TEXT is no table. */
char *run_method(const struct method *method, const char *text, struct options options);

/* The same on a table made of X and Y, N rows; COLUMNS are their two names. */
char *run_curve(const struct method *method, const char *columns, const double *x, const double *y,
                size_t n, struct options options);

/* The same on any table, checked or not. */
char *run_table(const struct method *method, const struct table *table, struct options options);

/* ---- answers ---- */

/* The value of NAME, until the next call; "" where OUTPUT has no such answer, so that
   assert_string_equal can take it. */
const char *answer_of(const char *output, const char *name);

/* The value of NAME as a number; NaN where there is none, or it is unknown or none. */
double number_of(const char *output, const char *name);

/* What `# confidence NAME` says, or NaN. */
double confidence_of(const char *output, const char *name);

/* ---- long lists ---- */

/* Make check runs the first FEW of a list, make check-zoo ALL. */
size_t first_of(size_t few, size_t all);

/* ---- chance ---- */

/* A fixed SEED makes every run the same.  A number below COUNT; the state must not be 0. */
size_t chance(uint64_t *state, size_t count);

#endif
