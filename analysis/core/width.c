/* width.c - instructions that enter in a cycle, from mixes that no unit alone limits (X-Ray 3.4).

   A table of loops by their `mix`: `instructions` in a round, few and many, `cycles` that it takes,
   and how many percent of the samples agree with that while nobody else ran, unless too few agree.

   Each mix goes as fast as its slowest resource.  What several mixes share is that their
   instructions are fetched, decoded and issued, so many in a cycle: a whole number. */
#include "../method.h"

#include <math.h>
#include <stdbool.h>

enum { MIX, INSTRUCTIONS, MIX_CYCLES, MIX_ALONE };
enum { MIXES_TO_AGREE = 2 };

/* Of the whole number, which no mix exceeds and these reach; part of a cycle is lost now and then.
 */
static const double REACHED = 0.97, EXCEEDED = 1.02, WIDTH_SURE = 0.95;
/* So many have to be known: one that is not might be faster. */
static const double MOST_MIXES = 0.75;

/* Do samples agree, and some of them while nobody else ran? */
static bool mix_was_alone(const struct table *table, size_t row) {
    double percent = table_at(table, row, MIX_ALONE);
    return is_measured(percent) && percent > 0;
}

/* Instructions in a cycle of the mix at ROW and the next; 0 where they are not to be believed. */
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
        answer_unknown(answers, "issue_width", "samples were disturbed, or others run");
    else if (width >= 1 && best <= EXCEEDED * width && reaching >= MIXES_TO_AGREE)
        answer_integer(answers, "issue_width", width, WIDTH_SURE);
    else
        answer_unknown(answers, "issue_width", "%.2f instructions in a cycle at best, of %zu mixes",
                       best, reaching);
}

const struct method width_method = {
    .name = "width",
    .summary = "instructions issued in a cycle",
    .form = {{.keys = 2, .columns = 4, .above_zero = "cycles", .may_lack = "alone_percent"}},
    .rows = 64,
    .decide = width_decide};
