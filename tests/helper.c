/* helper.c - files in memory, methods run on them, answers looked up. */
#include "helper.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const struct options USUAL = {8, 2, 5, 8, 0};

/* ---- files in memory ---- */

FILE *file_of(const void *bytes, size_t size) {
    FILE *file = tmpfile();
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    rewind(file);
    return file;
}

char *text_of(FILE *file) {
    long size = ftell(file);
    assert_true(size >= 0);
    char *text = malloc((size_t)size + 1);
    assert_non_null(text);
    rewind(file);
    assert_int_equal(fread(text, 1, (size_t)size, file), size);
    text[size] = '\0';
    fclose(file);
    return text;
}

/* ---- methods ---- */

char *run_table(const struct method *method, const struct table *table, struct options options) {
    struct answers answers = {tmpfile(), 0, 0, options.least};
    assert_non_null(answers.out);
    method->decide(table, &options, &answers);
    assert_true(answers.known + answers.unknown > 0);
    return text_of(answers.out);
}

static char *run_file(const struct method *method, FILE *in, struct options options) {
    struct table table;
    struct table_error error;
    if (table_read(&table, in, &error) != 0)
        fail_msg("%s", error.text);
    fclose(in);
    char *output = run_table(method, &table, options);
    table_free(&table);
    return output;
}

char *run_method(const struct method *method, const char *text, struct options options) {
    return run_file(method, file_of(text, strlen(text)), options);
}

char *run_curve(const struct method *method, const char *columns, const double *x, const double *y,
                size_t n, struct options options) {
    FILE *file = tmpfile();
    assert_non_null(file);
    fprintf(file, "# columns: %s\n", columns);
    for (size_t i = 0; i < n; i++)
        fprintf(file, "%.17g\t%.17g\n", x[i], y[i]);
    rewind(file);
    return run_file(method, file, options);
}

/* ---- answers ---- */

/* What stands behind PREFIX, NAME and BETWEEN at the beginning of a line. */
static const char *find_line(const char *output, const char *prefix, const char *name,
                             char between) {
    size_t before = strlen(prefix), length = strlen(name);
    for (const char *line = output; line != NULL; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, prefix, before) == 0 && strncmp(line + before, name, length) == 0 &&
            line[before + length] == between)
            return line + before + length + 1;
    }
    return NULL;
}

const char *answer_of(const char *output, const char *name) {
    static char value[400];
    const char *found = find_line(output, "", name, '=');
    size_t length = found != NULL ? strcspn(found, "\n") : 0;
    assert_true(length < sizeof value);
    memcpy(value, found != NULL ? found : "", length);
    value[length] = '\0';
    return value;
}

static double to_number(const char *text) {
    char *end;
    double value = strtod(text, &end);
    return end != text && (*end == '\0' || *end == '\n') ? value : NAN;
}

double number_of(const char *output, const char *name) {
    return to_number(answer_of(output, name));
}

double confidence_of(const char *output, const char *name) {
    const char *found = find_line(output, "# confidence ", name, ' ');
    return found != NULL ? to_number(found) : NAN;
}

/* ---- long lists ---- */

size_t first_of(size_t few, size_t all) {
    return getenv("ZOO_SLOW") != NULL ? all : few;
}

/* ---- chance ---- */

size_t chance(uint64_t *state, size_t count) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (size_t)(*state % count);
}
