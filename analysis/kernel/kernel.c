/* kernel.c - decides the fastest of several kernels (Whaley & Castaldo 6).

   The table has rounds, with the ns of each candidate.  The answer is the first of those that are
   as fast as the fastest; unknown where a comparison with the fastest is undecided. */
#include "../method.h"
#include "paired.h"

#include <stdbool.h>

enum { KERNEL_ROUND, KERNEL_FIRST };
/* A clock that changes by more while candidates take turns lowers the confidence. */
static const double KERNEL_STEADY = 1.1, KERNEL_UNSTEADY = 0.95;

static double kernel_mean(double *const *column, const struct table *table, size_t candidate) {
    return paired_mean(column[candidate], table->rows);
}

static size_t fastest_kernel(double *const *column, const struct table *table) {
    size_t best = KERNEL_FIRST;
    for (size_t i = KERNEL_FIRST; i < table->columns; i++)
        if (kernel_mean(column, table, i) < kernel_mean(column, table, best))
            best = i;
    return best;
}

/* The first candidate that is as fast as the fastest; 0: undecided. */
static size_t first_as_fast(double *const *column, const struct table *table) {
    size_t best = fastest_kernel(column, table), first = best;
    for (size_t i = table->columns; i-- > KERNEL_FIRST;) {
        enum paired is =
            i == best ? PAIRED_EQUAL : paired_compare(column[i], column[best], table->rows);
        if (is == PAIRED_OPEN)
            return 0;
        first = is == PAIRED_EQUAL && i < first ? i : first;
    }
    return first;
}

/* Did the two halves of the rounds take about the same time? */
static bool kernel_is_steady(const double *ns, size_t rounds) {
    double early = paired_mean(ns, rounds / 2), late = paired_mean(ns + rounds / 2, rounds / 2);
    return fmax(early, late) <= KERNEL_STEADY * fmin(early, late);
}

static void answer_kernel(double *const *column, const struct table *table,
                          struct answers *answers) {
    const char *name = table->column[KERNEL_ROUND];
    size_t first = first_as_fast(column, table);
    for (size_t i = KERNEL_FIRST; i < table->columns; i++)
        answer_note(answers, "%s: %.4g ns", table->column[i], kernel_mean(column, table, i));
    if (first == 0) {
        answer_unknown(answers, name, "some candidates are too close to decide; use more rounds");
        return;
    }
    bool steady = kernel_is_steady(column[first], table->rows);
    if (!steady)
        answer_note(answers, "the clock or the load changed during the rounds");
    answer_word(answers, name, table->column[first], steady ? PAIRED_SURE : KERNEL_UNSTEADY);
}

static void kernel_decide(const struct table *table, const struct options *options,
                          struct answers *answers) {
    double *column[TABLE_MAX_COLUMNS] = {NULL};
    bool room = true;
    (void)options;
    for (size_t i = KERNEL_FIRST; i < table->columns; i++)
        room = (column[i] = table_column(table, i)) != NULL && room;
    if (!room)
        answer_unknown(answers, table->column[KERNEL_ROUND], "no memory");
    else if (table->rows < 2 * PAIRED_LEAST || table->rows > PAIRED_MOST)
        answer_unknown(answers, table->column[KERNEL_ROUND], "too few rounds, or too many");
    else
        answer_kernel(column, table, answers);
    for (size_t i = KERNEL_FIRST; i < table->columns; i++)
        free(column[i]);
}

const struct method kernel_method = {.name = "kernel",
                                     .summary = "the fastest of kernels, by turns",
                                     .form = {{.keys = 0, .columns = 2}},
                                     .rows = 96,
                                     .decide = kernel_decide};
