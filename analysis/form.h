/* form.h - what a method takes of a section of a table. */
#ifndef FORM_H
#define FORM_H

#include "table.h"

enum { FORM_MOST_WORDS = 3 };

struct form {
    const char *section; /* its name; NULL: the first one, whatever its name */
    bool optional;       /* it may be missing */
    size_t keys;         /* leading columns by which the rows ascend; 0: any order */
    size_t columns;      /* that it has at the least */
    /* Names of columns, between blanks, whose numbers are above zero, or not measured: the method
       divides by them.  `*_ns` and `ns_*` are all whose names end or begin so, and `*` is each
       column behind the keys. */
    const char *above_zero;
    const char *may_lack; /* columns of numbers, between blanks, that may have `-` */
    /* Columns of words: the column's name and the words that it may have, between blanks.  All
       other columns that the method knows are of numbers. */
    const char *words[FORM_MOST_WORDS];
};

/* The rows ascend strictly by the keys, read as one long key: numbers by size, words by their
   letters.  Returns 0, or -1 with the reason in ERROR where a section is not of this form. */
int form_check(const struct form *form, const struct table *table, struct table_error *error);

#endif
