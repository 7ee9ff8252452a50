/* table.c - reads and checks the one text form. */
#include "table.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_BYTES = 1024 };

static const char BLANKS[] = " \t\r\n";

int table_refuse(struct table_error *error, const char *reason, ...) {
    va_list arguments;
    va_start(arguments, reason);
    vsnprintf(error->text, sizeof error->text, reason, arguments);
    va_end(arguments);
    return -1;
}

/* Reads a line of printable text.  Returns 1, 0 at the end, -1 where it is no text. */
static int read_line(char *line, FILE *in, struct table_error *error) {
    size_t length = 0;
    int c;
    while ((c = getc(in)) != EOF && c != '\n') {
        if ((c < ' ' && c != '\t' && c != '\r') || c == 127)
            return table_refuse(error, "not text");
        if (length + 1 == LINE_BYTES)
            return table_refuse(error, "longer than %d bytes", LINE_BYTES - 1);
        line[length++] = (char)c;
    }
    line[length] = '\0';
    if (ferror(in))
        return table_refuse(error, "cannot be read");
    return c != EOF || length > 0;
}

/* ---- lines that begin a section ---- */

/* The state of the reader: the table's last section, and the rows that it has room for. */
struct reading_table {
    struct table *first, *section;
    size_t sections, room;
};

static int copy_name(char *to, const char *name, const char *what, struct table_error *error) {
    if (strlen(name) >= TABLE_NAME_BYTES)
        return table_refuse(error, "%s is too long", what);
    strcpy(to, name);
    return 0;
}

static int read_columns(struct table *table, char *names, struct table_error *error) {
    if (table->columns > 0)
        return table_refuse(error, "a second # columns line");
    for (char *name = strtok(names, BLANKS); name != NULL; name = strtok(NULL, BLANKS)) {
        if (table->columns == TABLE_MAX_COLUMNS)
            return table_refuse(error, "more than %d columns", TABLE_MAX_COLUMNS);
        if (copy_name(table->column[table->columns++], name, "a column's name", error) != 0)
            return -1;
    }
    return table->columns > 0 ? 0 : table_refuse(error, "no column is named");
}

/* Appends a section if the first one is in use.  Returns NULL where there is no memory. */
static struct table *append_section(struct reading_table *reading) {
    if (reading->sections++ == 0 && reading->first->columns == 0)
        return reading->first;
    reading->section->next = calloc(1, sizeof *reading->section);
    reading->room = 0;
    return reading->section->next;
}

static int begin_section(struct reading_table *reading, char *text, struct table_error *error) {
    const char *name = strtok(text, BLANKS);
    if (name == NULL || strtok(NULL, BLANKS) != NULL)
        return table_refuse(error, "a section has one word for a name");
    if (table_section(reading->first, name) != NULL)
        return table_refuse(error, "a second section '%.40s'", name);
    if (reading->sections > 0 && reading->section->columns == 0)
        return table_refuse(error, "the section before has no # columns line");
    if (reading->sections == TABLE_MAX_SECTIONS)
        return table_refuse(error, "more than %d sections", TABLE_MAX_SECTIONS);
    struct table *section = append_section(reading);
    if (section == NULL)
        return table_refuse(error, "no memory for a section");
    reading->section = section;
    return copy_name(section->name, name, "a section's name", error);
}

/* ---- rows ---- */

/* A finite number from 0 up with nothing after it, or `-`. */
static bool read_number(const char *text, double *value) {
    char *end;
    if (strcmp(text, "-") == 0) {
        *value = NOT_MEASURED;
        return true;
    }
    if (strspn(text, "0123456789.eE+-") != strlen(text)) /* no hexadecimal, NaN or infinity */
        return false;
    *value = strtod(text, &end);
    return end != text && *end == '\0' && is_measured(*value) && !signbit(*value);
}

static bool is_a_word(const char *text) {
    static const char letters[] = "0123456789_abcdefghijklmnopqrstuvwxyz";
    return text[0] >= 'a' && text[0] <= 'z' && text[strspn(text, letters)] == '\0';
}

/* The number of a word, which may be new.  Returns -1 with the reason in ERROR where there is no
   room for it. */
static int read_word(struct table *table, const char *text, double *value,
                     struct table_error *error) {
    size_t i = 0;
    while (i < table->words && strcmp(table->word[i], text) != 0)
        i++;
    if (i == TABLE_MAX_WORDS)
        return table_refuse(error, "more than %d words", TABLE_MAX_WORDS);
    *value = (double)i;
    table->words += i == table->words;
    return copy_name(table->word[i], text, "a word", error);
}

/* The first row decides whether a column has words or numbers. */
static int read_cell(struct table *table, size_t column, const char *text,
                     struct table_error *error) {
    double *cell = &table->cell[table->rows * table->columns + column];
    bool word = is_a_word(text);
    if (table->rows == 0)
        table->of_words[column] = word;
    if (word && table->of_words[column])
        return read_word(table, text, cell, error);
    if (table->of_words[column])
        return table_refuse(error, "'%.40s' is no word, which '%.40s' has", text,
                            table->column[column]);
    if (!read_number(text, cell))
        return table_refuse(error, "'%.40s' is no number from 0 up", text);
    return 0;
}

static int read_row(struct table *table, char *line, struct table_error *error) {
    size_t column = 0;
    for (char *text = strtok(line, BLANKS); text != NULL; text = strtok(NULL, BLANKS)) {
        if (column == table->columns)
            return table_refuse(error, "more cells than columns");
        if (read_cell(table, column++, text, error) != 0)
            return -1;
    }
    if (column < table->columns)
        return table_refuse(error, "fewer cells than columns");
    table->rows++;
    return 0;
}

/* Makes room for one more row; capacity doubles. */
static int grow(struct table *table, size_t *capacity, struct table_error *error) {
    if (table->rows == TABLE_MAX_ROWS)
        return table_refuse(error, "more than %d rows", TABLE_MAX_ROWS);
    if (table->rows < *capacity)
        return 0;
    size_t wanted = *capacity > 0 ? *capacity * 2 : 64;
    double *cell = realloc(table->cell, wanted * table->columns * sizeof *cell);
    if (cell == NULL)
        return table_refuse(error, "no memory for %zu rows", wanted);
    table->cell = cell;
    *capacity = wanted;
    return 0;
}

/* ---- a table ---- */

static int read_any_line(struct reading_table *reading, char *line, struct table_error *error) {
    static const char columns[] = "# columns:", section[] = "# section:";
    if (strncmp(line, section, sizeof section - 1) == 0)
        return begin_section(reading, line + sizeof section - 1, error);
    if (strncmp(line, columns, sizeof columns - 1) == 0)
        return read_columns(reading->section, line + sizeof columns - 1, error);
    if (line[0] == '#' || line[strspn(line, BLANKS)] == '\0')
        return 0;
    if (reading->section->columns == 0)
        return table_refuse(error, "a row before the # columns line");
    if (grow(reading->section, &reading->room, error) != 0)
        return -1;
    return read_row(reading->section, line, error);
}

/* Returns 0, or -1 with the reason in ERROR where there are too few. */
static int check_rows(const struct reading_table *reading, struct table_error *error) {
    size_t rows = 0;
    for (const struct table *section = reading->first; section != NULL; section = section->next)
        rows += section->rows;
    if (reading->sections > 0 && reading->section->columns == 0)
        return table_refuse(error, "the section '%.40s' has no # columns line",
                            reading->section->name);
    return rows >= 2 ? 0 : table_refuse(error, "%zu rows: at least two are needed", rows);
}

int table_read(struct table *table, FILE *in, struct table_error *error) {
    char line[LINE_BYTES];
    struct reading_table reading = {table, table, 0, 0};
    size_t number = 0;
    int more = 1;
    memset(table, 0, sizeof *table);
    for (; more > 0; number++)
        if ((more = read_line(line, in, error)) > 0 && read_any_line(&reading, line, error) != 0)
            more = -1;
    if (more < 0) {
        struct table_error reason = *error;
        table_refuse(error, "line %zu: %.120s", number, reason.text);
    } else {
        more = check_rows(&reading, error);
    }
    if (more < 0)
        table_free(table);
    return more;
}

void table_free(struct table *table) {
    while (table->next != NULL) {
        struct table *next = table->next;
        table->next = next->next;
        free(next->cell);
        free(next);
    }
    free(table->cell);
    memset(table, 0, sizeof *table);
}

/* ---- access ---- */

const struct table *table_section(const struct table *table, const char *name) {
    while (table != NULL && strcmp(table->name, name) != 0)
        table = table->next;
    return table;
}

double table_at(const struct table *table, size_t row, size_t column) {
    return table->cell[row * table->columns + column];
}

bool table_is(const struct table *table, size_t row, size_t column, double number) {
    double cell = table_at(table, row, column);
    return cell <= number && cell >= number;
}

const char *table_word(const struct table *table, size_t row, size_t column) {
    return table->of_words[column] ? table->word[(size_t)table_at(table, row, column)] : "";
}

bool table_is_word(const struct table *table, size_t row, size_t column, const char *word) {
    return strcmp(table_word(table, row, column), word) == 0;
}

double *table_column(const struct table *table, size_t column) {
    double *values = column < table->columns ? malloc(table->rows * sizeof *values) : NULL;
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
