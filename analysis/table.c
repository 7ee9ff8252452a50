/* table.c - reads and checks the one text form. */
#include "table.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_BYTES = 1024 };

/* Infinity is above it, also where the user's flags say that there is none. */
static const double LARGEST = 1.79e308;

static const char BLANKS[] = " \t\r\n";

#ifdef __GNUC__
__attribute__((format(printf, 2, 3)))
#endif
static int
refuse(struct table_error *error, const char *reason, ...) {
    va_list arguments;
    va_start(arguments, reason);
    vsnprintf(error->text, sizeof error->text, reason, arguments);
    va_end(arguments);
    return -1;
}

/* Reads a line of printable text.  Returns 1, 0 at the end, -1 where it is no text. */
static int read_line(char *line, FILE *in, size_t number, struct table_error *error) {
    size_t length = 0;
    int c;
    while ((c = getc(in)) != EOF && c != '\n') {
        if ((c < ' ' && c != '\t' && c != '\r') || c == 127)
            return refuse(error, "line %zu: not text", number);
        if (length + 1 == LINE_BYTES)
            return refuse(error, "line %zu: longer than %d bytes", number, LINE_BYTES - 1);
        line[length++] = (char)c;
    }
    line[length] = '\0';
    if (ferror(in))
        return refuse(error, "line %zu: cannot be read", number);
    return c != EOF || length > 0;
}

static int read_columns(struct table *table, char *names, size_t number,
                        struct table_error *error) {
    if (table->columns > 0)
        return refuse(error, "line %zu: a second # columns line", number);
    for (char *name = strtok(names, BLANKS); name != NULL; name = strtok(NULL, BLANKS)) {
        if (table->columns == TABLE_MAX_COLUMNS)
            return refuse(error, "line %zu: more than %d columns", number, TABLE_MAX_COLUMNS);
        if (strlen(name) >= TABLE_NAME_BYTES)
            return refuse(error, "line %zu: a column's name is too long", number);
        strcpy(table->column[table->columns++], name);
    }
    return table->columns > 0 ? 0 : refuse(error, "line %zu: no column is named", number);
}

/* A finite number that is not negative, and nothing behind it. */
static int read_number(const char *word, double *value) {
    char *end;
    if (strspn(word, "0123456789.eE+-") != strlen(word)) /* no hexadecimal, NaN or infinity */
        return -1;
    *value = strtod(word, &end);
    return end != word && *end == '\0' && *value < LARGEST && !signbit(*value) ? 0 : -1;
}

static int read_row(struct table *table, char *line, size_t number, struct table_error *error) {
    size_t column = 0;
    for (char *word = strtok(line, BLANKS); word != NULL; word = strtok(NULL, BLANKS)) {
        if (column == table->columns)
            return refuse(error, "line %zu: more cells than columns", number);
        double *cell = &table->cell[table->rows * table->columns + column++];
        if (read_number(word, cell) != 0)
            return refuse(error, "line %zu: '%.40s' is no number from 0 up", number, word);
    }
    if (column < table->columns)
        return refuse(error, "line %zu: fewer cells than columns", number);
    table->rows++;
    return 0;
}

/* Room for one more row; capacity doubles. */
static int grow(struct table *table, size_t *capacity, struct table_error *error) {
    if (table->rows == TABLE_MAX_ROWS)
        return refuse(error, "more than %d rows", TABLE_MAX_ROWS);
    if (table->rows < *capacity)
        return 0;
    size_t wanted = *capacity > 0 ? *capacity * 2 : 64;
    double *cell = realloc(table->cell, wanted * table->columns * sizeof *cell);
    if (cell == NULL)
        return refuse(error, "no memory for %zu rows", wanted);
    table->cell = cell;
    *capacity = wanted;
    return 0;
}

static int read_any_line(struct table *table, char *line, size_t number, size_t *capacity,
                         struct table_error *error) {
    static const char columns[] = "# columns:";
    if (strncmp(line, columns, sizeof columns - 1) == 0)
        return read_columns(table, line + sizeof columns - 1, number, error);
    if (line[0] == '#' || line[strspn(line, BLANKS)] == '\0')
        return 0;
    if (table->columns == 0)
        return refuse(error, "line %zu: a row before the # columns line", number);
    if (grow(table, capacity, error) != 0)
        return -1;
    return read_row(table, line, number, error);
}

int table_read(struct table *table, FILE *in, struct table_error *error) {
    char line[LINE_BYTES];
    size_t capacity = 0, number = 1;
    int more;
    memset(table, 0, sizeof *table);
    while ((more = read_line(line, in, number, error)) > 0) {
        if (read_any_line(table, line, number++, &capacity, error) != 0) {
            more = -1;
            break;
        }
    }
    if (more == 0 && table->rows < 2)
        more = refuse(error, "%zu rows: at least two are needed", table->rows);
    if (more < 0)
        table_free(table);
    return more;
}

void table_free(struct table *table) {
    free(table->cell);
    memset(table, 0, sizeof *table);
}

double table_at(const struct table *table, size_t row, size_t column) {
    return table->cell[row * table->columns + column];
}

double *table_column(const struct table *table, size_t column) {
    double *values = malloc(table->rows * sizeof *values);
    for (size_t row = 0; values != NULL && row < table->rows; row++)
        values[row] = table_at(table, row, column);
    return values;
}

size_t table_find(const struct table *table, const char *name) {
    size_t column = 0;
    while (column < table->columns && strcmp(table->column[column], name) != 0)
        column++;
    return column;
}

static int compare_keys(const struct table *table, size_t a, size_t b, size_t keys) {
    for (size_t column = 0; column < keys; column++) {
        double x = table_at(table, a, column), y = table_at(table, b, column);
        if (x < y || x > y)
            return x < y ? -1 : 1;
    }
    return 0;
}

int table_check(const struct table *table, size_t keys, struct table_error *error) {
    for (size_t row = 0; keys > 0 && row < table->rows; row++) {
        if (row > 0 && compare_keys(table, row - 1, row, keys) >= 0)
            return refuse(error, "row %zu: '%s' does not ascend", row + 1, table->column[0]);
        for (size_t column = keys; column < table->columns; column++)
            if (!(table_at(table, row, column) > 0))
                return refuse(error, "row %zu: '%s' is not above zero", row + 1,
                              table->column[column]);
    }
    return 0;
}
