/* form.h - the sections and columns that a method accepts. */
#ifndef FORM_H
#define FORM_H

#include "table.h"

enum { FORM_MOST_WORDS = 3 };

struct form {
    const char *section; /* its name; NULL: the first section, whatever its name */
    bool optional;       /* the section may be missing */
    size_t keys;         /* leading columns by which the rows ascend; 0: any order */
    size_t columns;      /* the least number of columns */
    /* Names of columns, separated by blanks, whose numbers must be above zero, since the method
       divides by them; `-` is refused unless `may_lack` names the column too.  `*_ns` and `ns_*`
       match all names that end or begin so, and `*` each column after the keys. */
    const char *above_zero;
    const char *may_lack; /* columns of numbers, separated by blanks, that may have `-` */
    /* Columns of words: the column's name and the allowed words, separated by blanks.  All other
       columns have numbers. */
    const char *words[FORM_MOST_WORDS];
};

/* The rows ascend strictly by the keys as one combined key: numbers by size, words alphabetically.
   Returns 0, or -1 with the reason in ERROR where a section does not have this form. */
int form_check(const struct form *form, const struct table *table, struct table_error *error);

#endif
