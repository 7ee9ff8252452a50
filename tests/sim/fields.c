/* fields.c - splits a line of a machine file into fields, and converts their values. */
#include "fields.h"

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const BLANKS = " \t\r\n";

void fields_complain(struct fields *fields, const char *format, ...) {
    va_list list;
    if (fields->why[0] != '\0')
        return;
    va_start(list, format);
    vsnprintf(fields->why, sizeof fields->why, format, list);
    va_end(list);
}

/* Returns the next word of *REST and moves *REST behind it; an empty word at the end. */
static char *next_word(char **rest) {
    char *word = *rest + strspn(*rest, BLANKS);
    char *end = word + strcspn(word, BLANKS);
    *rest = *end == '\0' ? end : end + 1;
    *end = '\0';
    return word;
}

/* The same, except that `why=` takes the rest of the line. */
static char *next_field(char **rest) {
    char *field = *rest + strspn(*rest, BLANKS);
    size_t length = strlen(field);
    if (strncmp(field, "why=", 4) != 0)
        return next_word(rest);
    while (length > 0 && strchr(BLANKS, field[length - 1]) != NULL)
        length--;
    field[length] = '\0';
    *rest = field + length;
    return field;
}

static void add(struct fields *fields, char *word) {
    char *equals = strchr(word, '=');
    if (equals == NULL || equals == word || equals[1] == '\0') {
        fields_complain(fields, "'%.40s' is not key=value", word);
        return;
    }
    *equals = '\0';
    for (size_t i = 0; i < fields->count; i++)
        if (strcmp(fields->field[i].key, word) == 0)
            fields_complain(fields, "'%.40s' twice", word);
    if (fields->count < FIELDS_MOST)
        fields->field[fields->count++] = (struct field){word, equals + 1, false};
    else
        fields_complain(fields, "too many fields");
}

void fields_split(struct fields *fields, const char *line) {
    fields->count = 0;
    fields->why[0] = '\0';
    snprintf(fields->text, sizeof fields->text, "%s", line);
    if (strlen(line) >= sizeof fields->text - 1)
        fields_complain(fields, "line too long");
    fields->text[strcspn(fields->text, "#")] = '\0';
    char *rest = fields->text;
    fields->word = next_word(&rest);
    for (char *word = next_field(&rest); *word != '\0'; word = next_field(&rest))
        add(fields, word);
}

static const char *find(struct fields *fields, const char *key) {
    for (size_t i = 0; i < fields->count; i++)
        if (strcmp(fields->field[i].key, key) == 0) {
            fields->field[i].taken = true;
            return fields->field[i].value;
        }
    return NULL;
}

const char *take_text(struct fields *fields, const char *key, const char *otherwise) {
    const char *value = find(fields, key);
    return value != NULL ? value : otherwise;
}

double take_number(struct fields *fields, const char *key, double otherwise) {
    const char *value = find(fields, key);
    char *end;
    if (value == NULL)
        return otherwise;
    double number = strtod(value, &end);
    if (value[strspn(value, "0123456789.e-")] == '\0' && *end == '\0' && number >= 0 &&
        number <= 1e15)
        return number;
    fields_complain(fields, "%s=%.40s is not a number from 0 on", key, value);
    return otherwise;
}

size_t take_size(struct fields *fields, const char *key, size_t otherwise) {
    const char *value = find(fields, key);
    if (value == NULL)
        return otherwise;
    size_t digits = strspn(value, "0123456789");
    double number = strtod(value, NULL), unit = 1;
    const char *end = value + digits;
    if (*end == 'K' || *end == 'M')
        unit = *end++ == 'K' ? 1024 : 1048576;
    if (digits > 0 && digits < 10 && *end == '\0' && number * unit < 4294967296.0)
        return (size_t)(number * unit);
    fields_complain(fields, "%s=%.40s is not a size", key, value);
    return otherwise;
}

unsigned take_word(struct fields *fields, const char *key, const char *const *words,
                   unsigned otherwise) {
    const char *value = find(fields, key);
    if (value == NULL)
        return otherwise;
    for (unsigned i = 0; words[i] != NULL; i++)
        if (strcmp(value, words[i]) == 0)
            return i;
    fields_complain(fields, "%s cannot be '%.40s'", key, value);
    return otherwise;
}

void fields_demand(struct fields *fields, const char *key) {
    for (size_t i = 0; i < fields->count; i++)
        if (strcmp(fields->field[i].key, key) == 0)
            return;
    fields_complain(fields, "%s without %s", fields->word, key);
}

void fields_end(struct fields *fields) {
    for (size_t i = 0; i < fields->count; i++)
        if (!fields->field[i].taken)
            fields_complain(fields, "%s has no '%.40s'", fields->word, fields->field[i].key);
}
