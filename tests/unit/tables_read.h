/* tables_read.h - tables read from text, and text that is refused with a reason. */
#ifndef UNIT_TABLES_READ_H
#define UNIT_TABLES_READ_H

#include "../helper.h"

#include <string.h>

#include "../../analysis/table.h"

static inline int read_bytes(struct table *table, const void *bytes, size_t size,
                             struct table_error *error) {
    FILE *in = file_of(bytes, size);
    int status = table_read(table, in, error);
    fclose(in);
    return status;
}

static inline struct table read_good(const char *text) {
    struct table table;
    struct table_error error;
    if (read_bytes(&table, text, strlen(text), &error) != 0)
        fail_msg("refused: %s", error.text);
    return table;
}

/* Checks that the bytes are refused with one line that contains REASON, and that nothing is left to
   free. */
static inline void refused_bytes(const void *bytes, size_t size, const char *reason) {
    struct table table;
    struct table_error error;
    assert_int_equal(read_bytes(&table, bytes, size, &error), -1);
    if (strstr(error.text, reason) == NULL || strchr(error.text, '\n') != NULL)
        fail_msg("'%s' where '%s' was expected", error.text, reason);
    assert_null(table.cell);
    assert_int_equal(table.rows, 0);
}

static inline void refused(const char *text, const char *reason) {
    refused_bytes(text, strlen(text), reason);
}

/* Returns whether A and B are equal to the last bit, without a warning about ==. */
static inline int same(double a, double b) {
    return a <= b && a >= b;
}

#endif
