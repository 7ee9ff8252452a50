/* method.c - checks whether a table fits a method. */
#include "method.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Is the column's unit KB, MiB or the like?  The name does not say whether that is 1000 or 1024
   bytes, so nothing is converted. */
static bool is_in_larger_units(const char *name) {
    const char *unit = name + strcspn(name, "bB");
    bool prefixed = unit == name + 1 || (unit == name + 2 && (name[1] == 'i' || name[1] == 'I'));
    return prefixed && *unit != '\0' && strchr("kKmMgG", name[0]) != NULL &&
           (unit[1] == '\0' || strcmp(unit + 1, "ytes") == 0);
}

/* Returns 0, or -1 with the reason in ERROR. */
static int check_units(const struct table *table, struct table_error *error) {
    for (size_t i = 0; i < table->columns; i++)
        if (is_in_larger_units(table->column[i]))
            return table_refuse(
                error, "column '%.20s': sizes have to be in bytes, in a column called bytes",
                table->column[i]);
    return 0;
}

/* Checks one section. */
static int check_section_of(const struct method *method, const struct table *section,
                            struct table_error *error) {
    if (check_units(section, error) != 0)
        return -1;
    return section->rows <= method->rows ? 0 : table_refuse(error, "too many rows for this method");
}

int method_check(const struct method *method, const struct table *table,
                 struct table_error *error) {
    for (const struct table *section = table; section != NULL; section = section->next)
        if (check_section_of(method, section, error) != 0)
            return -1;
    for (size_t i = 0; i < METHOD_MOST_FORMS && method->form[i].columns > 0; i++)
        if (form_check(&method->form[i], table, error) != 0)
            return -1;
    return 0;
}
