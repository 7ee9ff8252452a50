/* method.c - is a table one for this method? */
#include "method.h"

#include <stdio.h>

int method_check(const struct method *method, const struct table *table,
                 struct table_error *error) {
    if (table->columns < method->columns || table->columns <= method->keys)
        snprintf(error->text, sizeof error->text, "too few columns for this method");
    else if (table->rows > method->rows)
        snprintf(error->text, sizeof error->text, "too many rows for this method");
    else
        return table_check(table, method->keys, error);
    return -1;
}
