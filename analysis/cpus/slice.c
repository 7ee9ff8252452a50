/* slice.c - how long a thread runs before the scheduler takes its CPU (BlackjackBench 3.6).

   A table of threads that share a CPU by two: how long each had run, and how long it was away then.
   Interrupts are many and short, and what else runs makes some gaps longer, so it is the mode of
   what was waited for, each gap counting by its length.  Between gaps of that kind a thread has run
   for a slice of its own: where that is another time, something else than two threads took turns,
   as where a quota of time is used up. */
#include "../ascending.h"
#include "../method.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

enum { SLICE_THREAD, SLICE_NUMBER, SLICE_RUN, SLICE_GAP };
enum { MOST_GAPS = 8192, FEWEST_GAPS = 8, SLICE_DIGITS = 2 };
/* Parts of a slice: what is as long; what is a gap of that kind at the least; and how far runs and
   gaps may be apart. */
static const double LENGTHS_AGREE = 0.1, OF_THAT_KIND = 0.5, RUNS_AGREE = 0.12;
/* Of the gaps of that kind, so many are as long. */
static const double OFTEN = 0.4, SLICE_SURE = 0.95;

static bool is_as_long(double gap, double slice) {
    return fabs(gap - slice) <= LENGTHS_AGREE * slice;
}

/* Time that was spent in gaps as long as this. */
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

/* The median of those as long as the mode. */
static double middle_of_mode(const struct table *table, double mode, size_t *count) {
    static double gaps[MOST_GAPS];
    *count = 0;
    for (size_t row = 0; row < table->rows; row++)
        if (is_as_long(table_at(table, row, SLICE_GAP), mode))
            gaps[(*count)++] = table_at(table, row, SLICE_GAP);
    return median_of(gaps, *count);
}

/* From one gap of that kind to the next of the same thread; shorter ones are part of the run. */
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
        if (gap < OF_THAT_KIND * slice) {
            run += gap;
            continue;
        }
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
        answer_unknown(answers, "time_slice_us", "gaps are of many lengths, or too few");
    else if (fabs(run - slice) > RUNS_AGREE * slice)
        answer_unknown(answers, "time_slice_us", "threads run for another time than they wait");
    else
        answer_rounded(answers, "time_slice_us", slice, SLICE_DIGITS, SLICE_SURE);
}

const struct method slice_method = {.name = "slice",
                                    .summary = "the scheduler's time slice",
                                    .form = {{.keys = 2, .columns = 4}},
                                    .rows = 8192,
                                    .decide = slice_decide};
