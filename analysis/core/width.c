/* width.c - decides how many instructions issue in a cycle, from mixes that no single unit limits
   (X-Ray 3.4).

   The table has loops by their `mix': the `instructions' in a round, few and many, its `cycles',
   and the percentage of samples that agree while no other thread ran on the core, unless too few
   agree.

   Each mix runs as fast as its slowest resource.  The section `kinds' has its integer adds, its
   adds of doubles and its loads.  If each of its kinds is faster in some other mix, no unit limits
   it.  Its limit is what all mixes share: the fetching, decoding and issuing of instructions, a
   whole number in a cycle.  Only such mixes count; in older tables, which do not say the kinds, all
   do.

   The rate without overhead is the extra instructions of the long round divided by its extra
   cycles; it may be too high if the overheads of both loops differ.  The rate with overhead, all
   instructions of a round divided by all of its cycles, is never more than the width.  The width is
   the whole number that at least two mixes reach without overhead and none exceeds; or else with
   overhead, if no mix comes near the next number without.  No mix exceeds it with overhead.
   Otherwise it is unknown. */
#include "../method.h"

#include <math.h>
#include <stdbool.h>

enum { MIX, INSTRUCTIONS, MIX_CYCLES, MIX_ALONE };
enum { OF_MIX, FIRST_KIND, KINDS = 3 };
enum { MIXES_TO_AGREE = 2 };

/* A mix reaches a width at 97 % of it, since a loop loses part of a cycle at times, and exceeds it
   above 102 %, more than noise explains. */
static const double REACHED = 0.97, EXCEEDED = 1.02, WIDTH_SURE = 0.95;
/* A kind is faster in another mix from 5 % on, more than samples differ. */
static const double FASTER_ELSEWHERE = 1.05;
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

/* The same with the overhead, which is never more than the width: of the better of the two rounds.
 */
static double least_of_mix(const struct table *table, size_t row) {
    double few = table_at(table, row, INSTRUCTIONS) / table_at(table, row, MIX_CYCLES);
    double many = table_at(table, row + 1, INSTRUCTIONS) / table_at(table, row + 1, MIX_CYCLES);
    return fmax(few, many);
}

typedef double mix_rate(const struct table *, size_t row);

/* The highest rate of the mixes. */
static double best_of_mixes(const struct table *table, mix_rate *rate) {
    double best = 0;
    for (size_t row = 0; row < table->rows; row++)
        best = is_mix(table, row) ? fmax(best, rate(table, row)) : best;
    return best;
}

/* Instructions of a kind in a cycle, in the mix at ROW.  KINDS lists what each mix contains. */
static double rate_of_kind(const struct table *table, const struct table *kinds, size_t row,
                           size_t kind, mix_rate *rate) {
    double all = 0;
    size_t mix = 0;
    while (mix < kinds->rows && !table_is(kinds, mix, OF_MIX, table_at(table, row, MIX)))
        mix++;
    for (size_t k = 0; k < KINDS && mix < kinds->rows; k++)
        all += table_at(kinds, mix, FIRST_KIND + k);
    return all > 0 ? rate(table, row) * table_at(kinds, mix, FIRST_KIND + kind) / all : 0;
}

static bool is_faster_elsewhere(const struct table *table, const struct table *kinds, size_t row,
                                size_t kind, mix_rate *rate) {
    double here = rate_of_kind(table, kinds, row, kind, rate);
    for (size_t other = 0; other < table->rows; other++)
        if (is_mix(table, other) &&
            rate_of_kind(table, kinds, other, kind, rate) >= FASTER_ELSEWHERE * here)
            return true;
    return false;
}

/* Returns true if no unit limits the mix at ROW. */
static bool is_of_no_unit(const struct table *table, size_t row, mix_rate *rate) {
    const struct table *kinds = table_section(table, "kinds");
    for (size_t kind = 0; kinds != NULL && kind < KINDS; kind++)
        if (!is_faster_elsewhere(table, kinds, row, kind, rate))
            return false;
    return true;
}

/* The whole number that enough mixes reach, by RATE, and none exceeds; or 0. */
static double width_by(const struct table *table, mix_rate *rate) {
    double best = best_of_mixes(table, rate), width = floor(best / REACHED);
    size_t reaching = 0;
    for (size_t row = 0; row < table->rows; row++)
        reaching += is_mix(table, row) && rate(table, row) >= REACHED * width &&
                    is_of_no_unit(table, row, rate);
    return best <= EXCEEDED * width && reaching >= MIXES_TO_AGREE ? width : 0;
}

static void width_decide(const struct table *table, const struct options *options,
                         struct answers *answers) {
    double width = width_by(table, rate_of_mix), best = best_of_mixes(table, rate_of_mix);
    double least = best_of_mixes(table, least_of_mix);
    size_t known = 0;
    (void)options;
    for (size_t row = 0; row < table->rows; row++)
        known += is_mix(table, row);
    if (!(width > 0))
        width = width_by(table, least_of_mix);
    if (2 * (double)known < MOST_MIXES * (double)table->rows)
        answer_unknown(answers, "issue_width",
                       "samples disagree, or another thread used the core; measure again while the "
                       "machine is idle");
    else if (width >= 1 && best < REACHED * (width + 1) && least <= EXCEEDED * width)
        answer_integer(answers, "issue_width", width, WIDTH_SURE);
    else
        answer_unknown(answers, "issue_width",
                       "at least %.2f instructions issue in a cycle, and at most %.2f, and too few "
                       "mixes reach the same whole number",
                       least, fmax(least, best));
}

const struct method width_method = {
    .name = "width",
    .summary = "instructions issued in a cycle",
    .form = {{.section = "",
              .keys = 2,
              .columns = 4,
              .above_zero = "cycles",
              .may_lack = "alone_percent"},
             {.section = "kinds", .keys = 1, .columns = 4, .optional = true}},
    .rows = 64,
    .decide = width_decide};
