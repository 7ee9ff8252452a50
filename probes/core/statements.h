/* statements.h - the sweep of one statement. */
#ifndef STATEMENTS_H
#define STATEMENTS_H

#include "../machine/statement.h"
#include "../machine/sweep.h"

#include <stddef.h>
#include <stdint.h>

/* X-Ray's options (2.2), from the environment: how often each configuration is sampled,
   PROBE_REPEATS (9), in up to three times as many tries, or more where others run; and how long a
   sample takes, PROBE_TMIN_US (what the clock needs, which is the least). */
enum { STATEMENT_MOST_REPEATS = 60, STATEMENT_TRIES_EACH = 3, STATEMENT_MOST_SAMPLES = 180 };
size_t statement_repeats(void);
double statement_least_ns(struct machine *machine);

/* Samples of a configuration, in cycles of a round; what filled the core about each, and whether
   another thread of this system ran then. */
struct statement_row {
    size_t rounds, samples;
    double least_contention;
    bool trusted; /* that is what fills the core alone */
    bool told;    /* and others show by more, so that it does not matter whom the system sees */
    struct {
        double cycles, contention;
        bool seen;
    } sample[STATEMENT_MOST_SAMPLES];
};

/* Samples COUNT configurations in turn, each so often while nobody else runs, and until most
   samples agree, if that can be had in the tries.  Another thread of the core, another system's
   too, is seen by what it takes from work that fills the core: PROBE_CONTENTION is the least that
   this took before, in cycles of a round. */
void statement_measure(struct machine *machine, const struct statement_loop *loop, size_t count,
                       struct statement_row *row);

/* Do as many samples agree as are a third of the repeats, at least two? */
bool statement_agrees(const struct statement_row *row);

/* How many samples were taken while nobody else ran? */
size_t statement_alone(const struct statement_row *row);

/* The least that so many agree with, or where none do the least of all, HUGE_VAL where there is no
   sample. */
double statement_best(const struct statement_row *row);

/* Prints what fills the core alone, where ROW knows: other sweeps are handed it. */
void statement_print_contention(const struct statement_row *row, FILE *out);

/* Prints a row of a table, of KEY and how much is IN_A_ROUND: the best sample, and how many percent
   of them agree with it while nobody else ran, 1 where too few agree at all, or more on
   another. */
void statement_print(size_t key, size_t in_a_round, const struct statement_row *row, FILE *out);

/* Prints the table of the statement NAME, whose COUNT configurations differ by streams and
   unrolling: cycles of a round of each.  Returns NULL, or why there is none. */
const char *statement_sweep(struct machine *machine, const char *name,
                            const struct statement_loop *loop, size_t count, FILE *out);

#endif
