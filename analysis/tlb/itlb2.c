/* itlb2.c - decides how many pages of code two levels of TLB hold.

   A lap calls each of N pages once, in random order, so that the pages have the ages 0, 1, 2 and so
   on, each age once.  The sum over all ages of the share that still hits is therefore the number of
   pages that are held, whatever the ways, the index and the replacement policy.  It is the capacity
   if N is a few times that, so that the pages fill every entry.

   Calls are timed a few together, so that a share follows from a mean: of the cost between a hit in
   the second level and a miss.  A miss costs what calls of `cold' pages cost.  A hit costs what
   calls cost on pages that are too old for the first level and not for the second: the cost rises
   where the first level ends, and is then the same at some ages.  With one level that replaces at
   random the cost rises slowly at first, and faster later, which is not taken for two.

   Unknown where the ages show no such level: there is no second one, its hits cost hardly more than
   those of the first, or it loses pages from the start. */
#include "../method.h"

#include <math.h>
#include <stdbool.h>

enum { COLD_NS, COLD_ERROR };
enum { AGES_FROM, AGES_TO, AGES_NS, AGES_ERROR };

/* Rows of a plateau. */
enum { PLATEAU_ROWS = 3 };
/* In parts of what a miss costs more than a hit in the first level: costs that are the same, and
   the least distance from either. */
static const double PLATEAU_FLAT = 0.05, FROM_FIRST = 0.05, FROM_MISS = 0.25;
/* In parts of what a miss costs more than a hit in the second level: ages that all miss. */
static const double MISSED_ALIKE = 0.03;
/* The rise in front of a plateau, in parts of the largest between two of its rows. */
static const double RISES_FIRST = 2;
/* Pages of a lap for each page that is held. */
static const double LAP_ENOUGH = 2.7;
/* The number is right within a tenth, of which rounding takes half. */
static const double HELD_WITHIN = 0.1, HELD_DEVIATIONS = 2;
static const double HELD_SURE = 0.95;

static const char ITLB2[] = "itlb2_entries";

/* ---- the cost of a hit ---- */

static double age_ns(const struct table *ages, size_t row) {
    return table_at(ages, row, AGES_NS);
}

/* The largest rise from a row to the next one, of those from FIRST to LAST. */
static double largest_rise_of_calls(const struct table *ages, size_t first, size_t last) {
    double largest = 0;
    for (size_t row = first; row < last; row++)
        largest = fmax(largest, age_ns(ages, row + 1) - age_ns(ages, row));
    return largest;
}

/* ROWS rows from FIRST on; they cost the same if they differ by no more than FLAT ns, and by far
   less than the rows in front. */
static bool is_plateau(const struct table *ages, size_t first, size_t rows, double flat,
                       double *ns) {
    double low = age_ns(ages, first), high = low, sum = 0;
    for (size_t row = first; row < first + rows; row++) {
        low = fmin(low, age_ns(ages, row));
        high = fmax(high, age_ns(ages, row));
        sum += age_ns(ages, row);
    }
    *ns = sum / (double)rows;
    return high - low <= flat &&
           largest_rise_of_calls(ages, 0, first) >=
               RISES_FIRST * largest_rise_of_calls(ages, first, first + rows - 1);
}

/* What hits in the second level cost: those of the longest plateau between a hit in the first level
   and a miss.  NOT_MEASURED where there is none. */
static double hit_of_second(const struct table *ages, double miss_ns) {
    double first_ns = age_ns(ages, 0), range = miss_ns - first_ns, hit_ns = NOT_MEASURED, ns;
    size_t longest = PLATEAU_ROWS - 1;
    for (size_t first = 1; first < ages->rows; first++)
        for (size_t rows = ages->rows - first; rows > longest; rows--)
            if (is_plateau(ages, first, rows, PLATEAU_FLAT * range, &ns) &&
                ns >= first_ns + FROM_FIRST * range && ns <= miss_ns - FROM_MISS * range) {
                longest = rows;
                hit_ns = ns;
            }
    return hit_ns;
}

/* ---- the number of pages ---- */

/* The first of the oldest rows, none of which hits; the number of rows where some of them all
   hit. */
static size_t first_missed(const struct table *ages, double miss_ns, double range) {
    size_t row = ages->rows;
    while (row > 0 && fabs(age_ns(ages, row - 1) - miss_ns) <= MISSED_ALIKE * range)
        row--;
    return row;
}

static double width_of(const struct table *ages, size_t row) {
    return table_at(ages, row, AGES_TO) - table_at(ages, row, AGES_FROM);
}

/* The mean cost at the ages from row FIRST on, or MISS_NS where there are none. */
static double cost_from(const struct table *ages, size_t first, double miss_ns) {
    double sum = 0, all = 0;
    for (size_t row = first; row < ages->rows; row++) {
        sum += age_ns(ages, row) * width_of(ages, row);
        all += width_of(ages, row);
    }
    return all > 0 ? sum / all : miss_ns;
}

/* The sum over all ages; *ERROR is its standard error.  A miss costs what the oldest pages cost,
   where these cost the same as cold ones.  Younger pages than those of the plateau may hit the
   first level, which costs less. */
static double pages_held(const struct table *ages, const struct table *cold, double hit_ns,
                         double *error) {
    double cold_ns = table_at(cold, 0, COLD_NS);
    size_t missed = first_missed(ages, cold_ns, cold_ns - hit_ns);
    double miss_ns = cost_from(ages, missed, cold_ns), range = miss_ns - hit_ns;
    double held = 0, misses = 0, variance = 0;
    for (size_t row = 0; row < missed; row++) {
        double width = width_of(ages, row);
        double share = fmin((miss_ns - age_ns(ages, row)) / range, 1);
        double off = width * table_at(ages, row, AGES_ERROR) / range;
        held += share * width;
        misses += (1 - share) * width;
        variance += off * off;
    }
    double off = misses * table_at(cold, 0, COLD_ERROR) / range;
    *error = sqrt(variance + off * off);
    return held;
}

/* HELD is right within half of HELD_WITHIN: rounding adds the other half at most. */
static void answer_rounded_held(double held, struct answers *answers) {
    double last = pow(10, floor(log10(HELD_WITHIN * held))), most = HELD_WITHIN * held / last;
    double unit = fmax((most >= 5 ? 5 : most >= 2 ? 2 : 1) * last, 1);
    double value = floor(held / unit + 0.5) * unit;
    answer_integer(answers, ITLB2, value, HELD_SURE);
    answer_within(answers, ITLB2, value, HELD_WITHIN);
}

static void answer_held(const struct table *ages, const struct table *cold, double hit_ns,
                        struct answers *answers) {
    double error, held = pages_held(ages, cold, hit_ns, &error);
    answer_note(answers, "%s: %.0f pages hit, give or take %.0f", ITLB2, held, error);
    if (!(held > 0) || table_at(ages, ages->rows - 1, AGES_TO) < LAP_ENOUGH * held)
        answer_unknown(answers, ITLB2, "the pages are too few to fill the TLBs");
    else if (HELD_DEVIATIONS * error > HELD_WITHIN / 2 * held)
        answer_unknown(answers, ITLB2, "%.0f to %.0f pages hit: too few samples to say",
                       held - HELD_DEVIATIONS * error, held + HELD_DEVIATIONS * error);
    else
        answer_rounded_held(held, answers);
}

static void itlb2_decide(const struct table *table, const struct options *options,
                         struct answers *answers) {
    const struct table *ages = table_section(table, "ages"), *cold = table_section(table, "cold");
    double hit_ns = hit_of_second(ages, table_at(cold, 0, COLD_NS));
    (void)options;
    if (is_measured(hit_ns))
        answer_held(ages, cold, hit_ns, answers);
    else
        answer_unknown(answers, ITLB2, "the costs of calls show no second TLB of code");
}

const struct method itlb2_method = {
    .name = "itlb2",
    .summary = "how many pages of code two levels of TLB hold",
    .form = {{.section = "cold", .columns = 2, .above_zero = "ns"},
             {.section = "ages", .keys = 2, .columns = 4, .above_zero = "to ns"}},
    .rows = 64,
    .decide = itlb2_decide};
