/* slice.c - decides how long a thread runs before the scheduler preempts it (BlackjackBench 3.6).

   The table has pairs of threads that share a CPU: how long each had run, and how long it then
   waited.  Interrupts are many and short, and other programs make some gaps longer, so the slice is
   the mode of the waits, each weighted by its length.  Between such gaps a thread runs for its own
   slice.  Unknown where runs and gaps differ, as under a quota, since then two threads did not
   simply take turns. */
#include "../ascending.h"
#include "../method.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

enum { SLICE_THREAD, SLICE_NUMBER, SLICE_RUN, SLICE_GAP };
enum { MOST_GAPS = 8192, FEWEST_GAPS = 8, SLICE_DIGITS = 2 };
/* Relative to a slice: the width of the mode, the least gap of that kind, and the largest
   difference between runs and gaps. */
static const double LENGTHS_AGREE = 0.1, OF_THAT_KIND = 0.5, RUNS_AGREE = 0.12;
/* The least share of the gaps of that kind in the mode. */
static const double OFTEN = 0.4, SLICE_SURE = 0.95;

static bool is_as_long(double gap, double slice) {
    return fabs(gap - slice) <= LENGTHS_AGREE * slice;
}

/* The time spent in gaps about as long as SLICE. */
static double spent(const struct table *table, double slice) {
    double sum = 0;
    for (size_t row = 0; row < table->rows; row++)
        if (is_as_long(table_at(table, row, SLICE_GAP), slice))
            sum += table_at(table, row, SLICE_GAP);
    return sum;
}

static double find_mode(const struct table *table) {
    double mode = 0, most = 0;
    for (size_t row = 0; row < table->rows; row++) {
        double gap = table_at(table, row, SLICE_GAP), sum = spent(table, gap);
        mode = sum > most ? gap : mode;
        most = fmax(most, sum);
    }
    return mode;
}

static double median_of(double *values, size_t count) {
    qsort(values, count, sizeof *values, ascending);
    return count > 0 ? values[count / 2] : 0;
}

/* The median of the gaps in the mode. */
static double middle_of_mode(const struct table *table, double mode, size_t *count) {
    static double gaps[MOST_GAPS];
    *count = 0;
    for (size_t row = 0; row < table->rows; row++)
        if (is_as_long(table_at(table, row, SLICE_GAP), mode))
            gaps[(*count)++] = table_at(table, row, SLICE_GAP);
    return median_of(gaps, *count);
}

/* The median time that a thread runs from one gap of that kind to the next.  Shorter gaps are no
   part of it: where threads that take turns also wait for a quota of half their time, they run for
   half of the time between two such waits. */
static double median_run(const struct table *table, double slice, size_t *gaps) {
    static double runs[MOST_GAPS];
    size_t count = 0;
    double run = 0;
    bool whole = false;
    *gaps = 0;
    for (size_t row = 0; row < table->rows; row++) {
        bool other =
            row > 0 && table_at(table, row, SLICE_THREAD) > table_at(table, row - 1, SLICE_THREAD);
        double gap = table_at(table, row, SLICE_GAP);
        whole = whole && !other;
        run = (other ? 0 : run) + table_at(table, row, SLICE_RUN);
        if (gap < OF_THAT_KIND * slice)
            continue;
        if (whole)
            runs[count++] = run;
        whole = true;
        run = 0;
        (*gaps)++;
    }
    return median_of(runs, count);
}

static void slice_decide(const struct table *table, const struct options *options,
                         struct answers *answers) {
    size_t alike, gaps;
    (void)options;
    double slice = middle_of_mode(table, find_mode(table), &alike);
    double run = median_run(table, slice, &gaps);
    answer_note(answers, "%zu of %zu gaps of %.0f us, runs of %.0f us", alike, gaps, slice, run);
    if (alike < FEWEST_GAPS || (double)alike < OFTEN * (double)gaps)
        answer_unknown(answers, "time_slice_us",
                       "waits for the CPU have many lengths, or there are too few; measure again "
                       "while the machine is idle");
    else if (fabs(run - slice) > RUNS_AGREE * slice)
        answer_unknown(answers, "time_slice_us",
                       "threads run and wait for different times, as under a CPU quota");
    else
        answer_rounded(answers, "time_slice_us", slice, SLICE_DIGITS, SLICE_SURE);
}

const struct method slice_method = {.name = "slice",
                                    .summary = "the scheduler's time slice",
                                    .form = {{.keys = 2, .columns = 4}},
                                    .rows = 8192,
                                    .decide = slice_decide};
