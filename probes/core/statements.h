/* statements.h - the sweep of one statement, and samples of its loops.

   This folder measures one core: the cost of its instructions, its registers and its branches. */
#ifndef STATEMENTS_H
#define STATEMENTS_H

#include "../machine/statement.h"
#include "../machine/sweep.h"

#include <stddef.h>
#include <stdint.h>

/* X-Ray's options (2.2), from the environment.  PROBE_REPEATS (9): how many uncontended samples
   each configuration gets, in up to three times as many tries, or more under contention.
   PROBE_TMIN_US: the time of a sample, at least and by default what the clock needs. */
enum { STATEMENT_MOST_REPEATS = 60, STATEMENT_TRIES_EACH = 3, STATEMENT_MOST_SAMPLES = 180 };
size_t statement_repeats(void);
double statement_least_ns(struct machine *machine);

/* The samples of a configuration: cycles of a round, the contention before or after it, and
   whether another thread of this system ran then. */
struct statement_row {
    size_t rounds, samples;
    double least_contention;
    bool trusted; /* LEAST_CONTENTION is the uncontended cost */
    bool visible; /* contention is visible, so that SEEN does not matter */
    struct {
        double cycles, contention;
        bool seen;
    } sample[STATEMENT_MOST_SAMPLES];
};

/* Samples COUNT configurations in turn, until each has enough uncontended samples and most of them
   agree, or the tries are used up.  Another thread of the core, even of another virtual machine,
   is detected by machine_contention; PROBE_CONTENTION in the environment is the least value that
   earlier sweeps found; and PROBE_CORES_APART says that no two of the CPUs that this process may
   use share a core, or a core's units. */
void statement_measure(struct machine *machine, const struct statement_loop *loop, size_t count,
                       struct statement_row *row);

/* Returns whether a third of the repeats, and at least two samples, agree. */
bool statement_agrees(const struct statement_row *row);

/* Returns the number of uncontended samples. */
size_t statement_alone(const struct statement_row *row);

/* Returns the least cycles that as many samples agree with, else the least of all, or NOT_MEASURED
   without samples. */
double statement_best(const struct statement_row *row);

/* Prints the uncontended cost, if ROW knows it, for later sweeps. */
void statement_print_contention(const struct statement_row *row, FILE *out);

/* Prints a row of a table: KEY, how much is IN_A_ROUND, the best sample, and the percent of
   uncontended samples that agree with it, or `-` if too few samples agree, or more agree on
   another value. */
void statement_print(size_t key, size_t in_a_round, const struct statement_row *row, FILE *out);

/* Prints the table of the statement NAME, whose COUNT configurations differ in streams and
   unrolling: cycles of a round of each.  Returns NULL, or why there is no table. */
const char *statement_sweep(struct machine *machine, const char *name,
                            const struct statement_loop *loop, size_t count, FILE *out);

#endif
