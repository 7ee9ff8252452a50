/* form.c - checks a section of a table against the form that a method accepts. */
#include "form.h"

#include <string.h>

/* ---- lists of names ---- */

/* The first name of LIST, or the one after NAME, and its LENGTH; NULL at the end. */
static const char *next_name(const char *list, size_t *length) {
    list += strspn(list, " ");
    *length = strcspn(list, " ");
    return *length > 0 ? list : NULL;
}

static bool is_named(const char *text, const char *name, size_t length) {
    size_t whole = strlen(text), part = length - 1;
    if (name[0] == '*')
        return whole >= part && strncmp(text + whole - part, name + 1, part) == 0;
    if (name[part] == '*')
        return whole >= part && strncmp(text, name, part) == 0;
    return whole == length && strncmp(text, name, length) == 0;
}

/* Is TEXT in LIST, if there is a list? */
static bool is_listed(const char *text, const char *list) {
    size_t length;
    for (const char *name = list; name != NULL && (name = next_name(name, &length)) != NULL;
         name += length)
        if (is_named(text, name, length))
            return true;
    return false;
}

/* The allowed words of COLUMN, or NULL where it has numbers. */
static const char *words_of(const struct form *form, const char *column) {
    for (size_t i = 0; i < FORM_MOST_WORDS && form->words[i] != NULL; i++) {
        size_t length;
        const char *name = next_name(form->words[i], &length);
        if (is_named(column, name, length))
            return name + length;
    }
    return NULL;
}

/* ---- cells ---- */

static int check_words(const struct table *table, size_t column, const char *words,
                       struct table_error *error) {
    for (size_t row = 0; row < table->rows; row++) {
        const char *word = table_word(table, row, column);
        if (!is_listed(word, words))
            return table_refuse(error, "row %zu: '%.40s' is no word of '%.40s'", row + 1, word,
                                table->column[column]);
    }
    return 0;
}

static int check_numbers(const struct form *form, const struct table *table, size_t column,
                         struct table_error *error) {
    const char *name = table->column[column], *positive = form->above_zero;
    bool all = positive != NULL && strcmp(positive, "*") == 0;
    bool above = all ? column >= form->keys : is_listed(name, positive);
    bool lacks = is_listed(name, form->may_lack);
    for (size_t row = 0; row < table->rows; row++) {
        double cell = table_at(table, row, column);
        if ((above && !(cell > 0)) || !(is_measured(cell) || lacks))
            return table_refuse(error, "row %zu: '%.40s' is not %s", row + 1, name,
                                is_measured(cell) ? "above zero" : "measured");
    }
    return 0;
}

static int check_column(const struct form *form, const struct table *table, size_t column,
                        struct table_error *error) {
    const char *name = table->column[column], *words = words_of(form, name);
    if (table->rows > 0 && (words != NULL) != table->of_words[column])
        return table_refuse(error, "'%.40s' has to be a column of %s", name,
                            words != NULL ? "words" : "numbers");
    return words != NULL ? check_words(table, column, words, error)
                         : check_numbers(form, table, column, error);
}

/* ---- order ---- */

static int compare_cells(const struct table *table, size_t a, size_t b, size_t column) {
    double x = table_at(table, a, column), y = table_at(table, b, column);
    if (table->of_words[column])
        return strcmp(table_word(table, a, column), table_word(table, b, column));
    return (x > y) - (x < y);
}

static int compare_keys(const struct table *table, size_t a, size_t b, size_t keys) {
    int order = 0;
    for (size_t column = 0; column < keys && order == 0; column++)
        order = compare_cells(table, a, b, column);
    return order;
}

static int check_order(const struct form *form, const struct table *table,
                       struct table_error *error) {
    for (size_t row = 1; form->keys > 0 && row < table->rows; row++)
        if (compare_keys(table, row - 1, row, form->keys) >= 0)
            return table_refuse(error, "row %zu: '%.40s' does not ascend", row + 1,
                                table->column[0]);
    return 0;
}

/* ---- a section ---- */

/* Does the table have each column of words? */
static bool has_words(const struct form *form, const struct table *table) {
    for (size_t i = 0; i < FORM_MOST_WORDS && form->words[i] != NULL; i++) {
        size_t length, column = 0;
        const char *name = next_name(form->words[i], &length);
        while (column < table->columns && !is_named(table->column[column], name, length))
            column++;
        if (column == table->columns)
            return false;
    }
    return true;
}

static int check_section(const struct form *form, const struct table *table,
                         struct table_error *error) {
    if (table->columns < form->columns || table->columns <= form->keys)
        return table_refuse(error, "too few columns for this method");
    for (size_t column = 0; column < table->columns; column++)
        if (check_column(form, table, column, error) != 0)
            return -1;
    if (!has_words(form, table))
        return table_refuse(error, "too few columns of words for this method");
    return check_order(form, table, error);
}

int form_check(const struct form *form, const struct table *table, struct table_error *error) {
    const struct table *section =
        form->section == NULL ? table : table_section(table, form->section);
    if (section != NULL && (section->rows > 0 || form->optional))
        return check_section(form, section, error);
    if (form->optional)
        return 0;
    return table_refuse(error, section == NULL ? "no section '%s'" : "no row of '%s'",
                        form->section != NULL ? form->section : table->name);
}
