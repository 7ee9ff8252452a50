/* misses.c - misses in flight, from chains side by side (METHODS 1.24).

   A table of numbers of chains: what a load costs with k of them.  While each chain has its miss
   on the way a load costs t(1) / k, and where n misses are in flight and no more it costs
   t(1) / n, however many chains there are (Little's law).  So n is t(1) over the floor; and it is
   the answer only if the curve is those two lines and nothing else: a bus that is full, or queues
   that fill one after the other, bend it. */
#include "../ascending.h"
#include "../method.h"

#include <math.h>
#include <stdlib.h>

enum { MISSES_CHAINS, MISSES_CYCLES };

/* So far may n be from a whole number, and the floor from itself. */
static const double WHOLE = 0.2, FLAT = 0.03;
/* The longest of k loads is what the chains wait for, and that is a little more than the mean. */
static const double STRAIGHT = 0.06;
/* The last rows, which are the floor, or the knee is not to be seen. */
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

/* How far the worst row is from the two lines with their knee at KNEE, in parts of what they say:
   the worst before it, and in *FLAT_PART the worst behind it. */
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
        answer_unknown(answers, "outstanding_misses", "there is no row for a single chain");
    else if (!(least > 0))
        answer_unknown(answers, "outstanding_misses", "there are too few rows");
    else if (knee > last - FLOOR_ROWS)
        answer_unknown(answers, "outstanding_misses", "the cost has no floor");
    else if (fabs(exact - knee) > WHOLE)
        answer_unknown(answers, "outstanding_misses", "%.2f is no whole number", exact);
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
