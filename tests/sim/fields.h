/* fields.h - one line of a machine file: a word, followed by key=value fields.  A value ends at a
   blank, except that of `why`, which is the rest of the line. */
#ifndef SIM_FIELDS_H
#define SIM_FIELDS_H

#include <stdbool.h>
#include <stddef.h>

enum { FIELDS_MOST = 24, FIELDS_TEXT = 500 };

struct field {
    const char *key, *value;
    bool taken;
};

struct fields {
    char text[FIELDS_TEXT]; /* the text to which the fields point */
    const char *word;       /* the first word; empty if the line has none */
    struct field field[FIELDS_MOST];
    size_t count;
    char why[120]; /* the first error; empty if there is none */
};

/* Splits LINE.  An error is stored in `why`. */
void fields_split(struct fields *fields, const char *line);

/* Stores an error, unless there is one already. */
#ifdef __GNUC__
__attribute__((format(printf, 2, 3)))
#endif
void fields_complain(struct fields *fields, const char *format, ...);

/* Each returns the value of KEY, or OTHERWISE if the line has none.  A size is a whole number,
   which K or M may follow. */
size_t take_size(struct fields *fields, const char *key, size_t otherwise);
double take_number(struct fields *fields, const char *key, double otherwise);
const char *take_text(struct fields *fields, const char *key, const char *otherwise);

/* Returns the index of the value in WORDS, which end with NULL. */
unsigned take_word(struct fields *fields, const char *key, const char *const *words,
                   unsigned otherwise);

/* Complains if KEY is missing. */
void fields_demand(struct fields *fields, const char *key);

/* Complains of a field that was not read. */
void fields_end(struct fields *fields);

#endif
