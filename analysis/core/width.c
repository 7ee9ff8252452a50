/* width.c - decides how many instructions issue in a cycle, from mixes that no single unit limits
   (X-Ray 3.4).

   The table has loops by their `mix': the `instructions' in a round, few and many, its `cycles',
   and the percentage of samples that agree while no other thread ran on the core, unless too few
   agree.

   Each mix runs as fast as its slowest resource.  The resource that several mixes share is the
   fetching, decoding and issuing of instructions, a whole number in a cycle.

   The instructions that the longer round has more, in the cycles that it takes more, are the mix's
   rate, unless a loop's overhead differs, as where one of them begins in the middle of a line.
   All instructions of the longer round in all of its cycles are fewer in a cycle than that, and
   never more than the width.  So the width is the whole number that some mixes reach by the first,
   and the least that the second allows.  Unknown where these differ, or too few mixes reach it. */
#include "../method.h"

#include <math.h>
#include <stdbool.h>

enum { MIX, INSTRUCTIONS, MIX_CYCLES, MIX_ALONE };
enum { MIXES_TO_AGREE = 2 };

/* Relative to the whole number: mixes reach the first, since part of a cycle is lost at times; the
   second allows for the error of a cycle's length. */
static const double REACHED = 0.97, EXCEEDED = 1.02, WIDTH_SURE = 0.95;
/* The share of mixes that must be known: an unknown one might be faster. */
static const double MOST_MIXES = 0.75;

/* Do samples agree, some of them while no other thread ran on the core? */
static bool mix_was_alone(const struct table *table, size_t row) {
    double percent = table_at(table, row, MIX_ALONE);
    return is_measured(percent) && percent > 0;
}

/* Are ROW and the next the two loops of one mix, and known? */
static bool is_mix(const struct table *table, size_t row) {
    return row + 1 < table->rows && table_is(table, row + 1, MIX, table_at(table, row, MIX)) &&
           mix_was_alone(table, row) && mix_was_alone(table, row + 1);
}

/* Instructions per cycle of the mix at ROW and the next, without the loop's overhead. */
static double rate_of_mix(const struct table *table, size_t row) {
    double more = table_at(table, row + 1, INSTRUCTIONS) - table_at(table, row, INSTRUCTIONS);
    return more / (table_at(table, row + 1, MIX_CYCLES) - table_at(table, row, MIX_CYCLES));
}

/* The same with the overhead, which is never more than the width. */
static double least_of_mix(const struct table *table, size_t row) {
    return table_at(table, row + 1, INSTRUCTIONS) / table_at(table, row + 1, MIX_CYCLES);
}

/* Returns how many mixes reach RATE. */
static size_t mixes_reaching(const struct table *table, double rate) {
    size_t reaching = 0;
    for (size_t row = 0; row < table->rows; row++)
        reaching += is_mix(table, row) && rate_of_mix(table, row) >= rate;
    return reaching;
}

static void width_decide(const struct table *table, const struct options *options,
                         struct answers *answers) {
    double best = 0, least = 0;
    size_t known = 0;
    (void)options;
    for (size_t row = 0; row < table->rows; row++)
        if (is_mix(table, row)) {
            best = fmax(best, rate_of_mix(table, row));
            least = fmax(least, least_of_mix(table, row));
            known++;
        }
    double width = ceil(least / EXCEEDED);
    size_t reaching = mixes_reaching(table, REACHED * width);
    if (2 * (double)known < MOST_MIXES * (double)table->rows)
        answer_unknown(answers, "issue_width",
                       "samples disagree, or another thread used the core; measure again while the "
                       "machine is idle");
    else if (width >= 1 && best < REACHED * (width + 1) && reaching >= MIXES_TO_AGREE)
        answer_integer(answers, "issue_width", width, WIDTH_SURE);
    else
        answer_unknown(answers, "issue_width",
                       "at least %.2f instructions issue in a cycle, and at most %.2f: %zu mixes "
                       "reach the whole number between, and %zu the next",
                       least, best, reaching, mixes_reaching(table, REACHED * (width + 1)));
}

const struct method width_method = {
    .name = "width",
    .summary = "instructions issued in a cycle",
    .form = {{.keys = 2, .columns = 4, .above_zero = "cycles", .may_lack = "alone_percent"}},
    .rows = 64,
    .decide = width_decide};
