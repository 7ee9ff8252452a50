/* width.c - decides how many instructions issue in a cycle, from mixes that no single unit limits
   (X-Ray 3.4).

   The table has loops by their `mix': the `instructions' in a round, few and many, its `cycles',
   and the percentage of samples that agree while no other thread ran on the core, unless too few
   agree.

   Each mix runs as fast as its slowest resource.  The resource that several mixes share is the
   fetching, decoding and issuing of instructions, a whole number in a cycle.  Unknown where too few
   mixes reach that number. */
#include "../method.h"

#include <math.h>
#include <stdbool.h>

enum { MIX, INSTRUCTIONS, MIX_CYCLES, MIX_ALONE };
enum { MIXES_TO_AGREE = 2 };

/* Relative to the whole number: mixes reach the first and none exceeds the second, since part of a
   cycle is lost at times. */
static const double REACHED = 0.97, EXCEEDED = 1.02, WIDTH_SURE = 0.95;
/* The share of mixes that must be known: an unknown one might be faster. */
static const double MOST_MIXES = 0.75;

/* Do samples agree, some of them while no other thread ran on the core? */
static bool mix_was_alone(const struct table *table, size_t row) {
    double percent = table_at(table, row, MIX_ALONE);
    return is_measured(percent) && percent > 0;
}

/* Instructions per cycle of the mix at ROW and the next; 0 where samples disagree. */
static double rate_of_mix(const struct table *table, size_t row) {
    bool pair = row + 1 < table->rows && table_is(table, row + 1, MIX, table_at(table, row, MIX));
    if (!pair || !mix_was_alone(table, row) || !mix_was_alone(table, row + 1))
        return 0;
    double more = table_at(table, row + 1, INSTRUCTIONS) - table_at(table, row, INSTRUCTIONS);
    return more / (table_at(table, row + 1, MIX_CYCLES) - table_at(table, row, MIX_CYCLES));
}

static void width_decide(const struct table *table, const struct options *options,
                         struct answers *answers) {
    double best = 0;
    size_t reaching = 0, known = 0;
    (void)options;
    for (size_t row = 0; row < table->rows; row++) {
        double rate = rate_of_mix(table, row);
        best = fmax(best, rate);
        known += rate > 0;
    }
    double width = floor(best / REACHED);
    for (size_t row = 0; row < table->rows; row++)
        reaching += rate_of_mix(table, row) >= REACHED * width;
    if (2 * (double)known < MOST_MIXES * (double)table->rows)
        answer_unknown(answers, "issue_width",
                       "samples disagree, or another thread used the core; measure again while the "
                       "machine is idle");
    else if (width >= 1 && best <= EXCEEDED * width && reaching >= MIXES_TO_AGREE)
        answer_integer(answers, "issue_width", width, WIDTH_SURE);
    else
        answer_unknown(answers, "issue_width",
                       "the best rate is %.2f instructions a cycle, which %zu mixes reach", best,
                       reaching);
}

const struct method width_method = {
    .name = "width",
    .summary = "instructions issued in a cycle",
    .form = {{.keys = 2, .columns = 4, .above_zero = "cycles", .may_lack = "alone_percent"}},
    .rows = 64,
    .decide = width_decide};
