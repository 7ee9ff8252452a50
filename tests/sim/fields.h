/* fields.h - one line of a machine file: a word, and key=value fields behind it.  A value ends at a
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
    char text[FIELDS_TEXT]; /* what the fields point into */
    const char *word;       /* the first of the line; empty where the line says nothing */
    struct field field[FIELDS_MOST];
    size_t count;
    char why[120]; /* the first thing that is wrong; empty: nothing */
};

/* Splits LINE.  What is wrong with it stands in `why`. */
void fields_split(struct fields *fields, const char *line);

/* The first complaint stays. */
#ifdef __GNUC__
__attribute__((format(printf, 2, 3)))
#endif
void fields_complain(struct fields *fields, const char *format, ...);

/* Each takes the value of KEY, or OTHERWISE where there is none.  A size is a whole number, with K
   or M behind it where it counts those. */
size_t take_size(struct fields *fields, const char *key, size_t otherwise);
double take_number(struct fields *fields, const char *key, double otherwise);
const char *take_text(struct fields *fields, const char *key, const char *otherwise);

/* The place of the value among WORDS, which end with NULL. */
unsigned take_word(struct fields *fields, const char *key, const char *const *words,
                   unsigned otherwise);

/* Complains where KEY is missing. */
void fields_demand(struct fields *fields, const char *key);

/* Complains of what nobody has taken. */
void fields_end(struct fields *fields);

#endif
