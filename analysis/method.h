/* method.h - a method of `analyze`: decides answers from a table.

   Methods are deterministic: they read no clock and no file and know no machine.  A method knows
   the columns of its table, and never which sweep wrote it.  Its source is in the folder of its
   subject: caches, tlb, code (instruction cache, decoded instructions, branches), core
   (instructions, registers), cpus, memory (bandwidth, NUMA), or kernel (the user's own). */
#ifndef METHOD_H
#define METHOD_H

#include "answer.h"
#include "form.h"
#include "table.h"

/* The command line's options: the free parameters of the papers' rules, and how sure to be. */
struct options {
    size_t sample;    /* -S: rows that X-Ray takes mean and deviation from (8) */
    double threshold; /* -T: deviations above the mean that count as a rise (2) */
    size_t smooth;    /* -I: rows that the smoothing minimum spans (5) */
    size_t group;     /* -G: measurements behind one of AMP's votes (8) */
    double least;     /* -C: minimum confidence; values below it are unknown (0) */
};

/* A method's rule. */
typedef void rule(const struct table *table, const struct options *options,
                  struct answers *answers);

enum { METHOD_MOST_FORMS = 5 };

struct method {
    const char *name;
    const char *summary; /* one line for --help */
    const char *options; /* lines for --help on the options of its own; NULL: it has none */
    struct form form[METHOD_MOST_FORMS]; /* of the sections that it takes */
    size_t rows; /* the most rows of a section; a section with more is refused, since some rules are
                    of cubic cost */
    rule *decide;
};

/* Returns 0, or -1 with the reason in ERROR where METHOD cannot take TABLE. */
int method_check(const struct method *method, const struct table *table, struct table_error *error);

/* The methods that a program has; NULL is the end.  Each stands at the end of its own source. */
extern const struct method *const methods[];

#endif
