/* misses.c - decides how many misses are in flight, from independent chains (METHODS 1.24).

   The table has numbers of chains k and the cost t(k) of a load.  While each chain has its own miss
   in flight a load costs t(1) / k; with at most n misses in flight it costs t(1) / n for any larger
   k (Little's law).  So n is t(1) divided by the floor.  Unknown where the curve is not these two
   lines, as where a bus is saturated or queues fill one after the other. */
#include "../ascending.h"
#include "../method.h"

#include <math.h>
#include <stdlib.h>

enum { MISSES_CHAINS, MISSES_CYCLES };

/* The largest distance of n from a whole number, and of the floor from its median. */
static const double WHOLE = 0.2, FLAT = 0.03;
/* The chains wait for the longest of k loads, which takes a little longer than the mean. */
static const double STRAIGHT = 0.06;
/* Rows at the end that must lie on the floor. */
enum { FLOOR_ROWS = 6 };

/* The median of the last rows; 0 where there are too few. */
static double find_floor(const struct table *table) {
    double value[FLOOR_ROWS];
    if (table->rows < 2 * FLOOR_ROWS)
        return 0;
    for (size_t i = 0; i < FLOOR_ROWS; i++)
        value[i] = table_at(table, table->rows - 1 - i, MISSES_CYCLES);
    qsort(value, FLOOR_ROWS, sizeof *value, ascending);
    return (value[FLOOR_ROWS / 2 - 1] + value[FLOOR_ROWS / 2]) / 2;
}

/* The largest relative distance of a row before KNEE from the two lines, and in *FLAT_PART that of
   a row after it. */
static double worst_of(const struct table *table, double one, double knee, double *flat_part) {
    double worst = 0;
    *flat_part = 0;
    for (size_t row = 0; row < table->rows; row++) {
        double chains = table_at(table, row, MISSES_CHAINS);
        double off = fabs(table_at(table, row, MISSES_CYCLES) * fmin(chains, knee) / one - 1);
        if (chains > knee)
            *flat_part = fmax(*flat_part, off);
        else
            worst = fmax(worst, off);
    }
    return worst;
}

static void misses_decide(const struct table *table, const struct options *options,
                          struct answers *answers) {
    double one = table_at(table, 0, MISSES_CYCLES), least = find_floor(table), flat = 0;
    double last = table_at(table, table->rows - 1, MISSES_CHAINS);
    (void)options;
    double exact = least > 0 ? one / least : 0, knee = floor(exact + 0.5);
    double straight = worst_of(table, one, fmax(knee, 1), &flat);
    answer_note(answers, "%.2f times as fast with many chains as with one", exact);
    answer_note(answers, "off by %.3f before and %.3f behind the knee", straight, flat);
    if (!table_is(table, 0, MISSES_CHAINS, 1))
        answer_unknown(answers, "outstanding_misses", "the table has no row for a single chain");
    else if (!(least > 0))
        answer_unknown(answers, "outstanding_misses", "the table has too few rows");
    else if (knee > last - FLOOR_ROWS)
        answer_unknown(answers, "outstanding_misses",
                       "the last rows differ: more chains still change the cost");
    else if (fabs(exact - knee) > WHOLE)
        answer_unknown(answers, "outstanding_misses",
                       "chains seem to have %.2f misses in flight, which is no whole number",
                       exact);
    else if (straight > STRAIGHT || flat > FLAT)
        answer_unknown(answers, "outstanding_misses", "the curve is not two straight lines");
    else
        answer_integer(answers, "outstanding_misses", knee, 0.95);
}

const struct method misses_method = {
    .name = "misses",
    .summary = "misses in flight, from chains side by side",
    .form = {{.keys = 1, .columns = 4, .above_zero = "cycles low high"}},
    .rows = 64,
    .decide = misses_decide};
