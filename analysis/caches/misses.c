/* misses.c - decides how many misses are in flight, from bursts of independent loads.

   The table has the time T(k) of bursts of k = 1, 2, 3 ... misses.  With at most n in flight, load
   n + 1 begins when the first miss has returned, so that T(n + 1) - T(1) is a whole miss, as is
   T(2n + 1) - T(n + 1).  Other loads add only the little time in which their lines are delivered.
   So T jumps from n to n + 1 loads, and again from 2n to 2n + 1.  The answer is the least n for
   which it does.  Unknown if the delivery of n lines takes as long as a miss, as then T does not
   jump. */
#include "../method.h"

#include <math.h>
#include <stdbool.h>

enum { MISSES_LOADS, MISSES_NS };

/* With so few misses in flight, the second jump must be exactly where it is expected. */
enum { FEW = 3 };

/* The first jump is at least so many times each rise before it, and the second one so many times
   the mean of the rises between the two. */
static const double SUDDEN = 2;
/* From 1 load to the first jump, and from there to the second, T grows by a miss, which is at least
   and at most so many times T(1).  T(1) is a miss and the cost of a sample. */
static const double LEAST_MISS = 0.5, MOST_MISS = 1.25;

struct staircase {
    const struct table *table;
    size_t loads, first, second; /* loads of the last burst, and of the two to which T jumps */
};

static double burst_ns(const struct staircase *stairs, size_t loads) {
    return table_at(stairs->table, loads - 1, MISSES_NS);
}

static double rise_to(const struct staircase *stairs, size_t loads) {
    return burst_ns(stairs, loads) - burst_ns(stairs, loads - 1);
}

/* The number of loads from LEAST to MOST to which the time rises most; 0 where there are none. */
static size_t largest_rise(const struct staircase *stairs, size_t least, size_t most) {
    size_t found = 0;
    for (size_t loads = least; loads <= most && loads <= stairs->loads; loads++)
        if (found == 0 || rise_to(stairs, loads) > rise_to(stairs, found))
            found = loads;
    return found;
}

/* Is the rise from IN_FLIGHT loads to one more far above each before it? */
static bool rises_first(const struct staircase *stairs, size_t in_flight) {
    size_t other = largest_rise(stairs, 2, in_flight);
    return other == 0 || rise_to(stairs, in_flight + 1) >= SUDDEN * rise_to(stairs, other);
}

/* Finds the second jump: the largest rise behind the first jump, up to about IN_FLIGHT / 2 loads
   beyond where the second is expected.  Is it where it is expected, and far above the mean of the
   rises between the two?  If IN_FLIGHT is above FEW it may be one load off, since by then some
   misses are late. */
static bool rises_again(struct staircase *stairs, size_t in_flight) {
    size_t first = in_flight + 1, expected = first + in_flight, slack = in_flight > FEW ? 1 : 0;
    size_t second = largest_rise(stairs, first + 1 + slack, expected + slack + in_flight / 2);
    stairs->first = first;
    stairs->second = second;
    if (second + slack < expected || second > expected + slack)
        return false;
    double creep = burst_ns(stairs, second - 1) - burst_ns(stairs, first);
    return rise_to(stairs, second) * (double)(second - 1 - first) >= SUDDEN * creep;
}

/* Does the time from a burst of FROM to one of TO loads rise by a miss? */
static bool is_a_miss(const struct staircase *stairs, size_t from, size_t to) {
    double miss = burst_ns(stairs, to) - burst_ns(stairs, from), one = burst_ns(stairs, 1);
    return miss >= LEAST_MISS * one && miss <= MOST_MISS * one;
}

static bool has_each_burst(const struct table *table) {
    for (size_t row = 0; row < table->rows; row++)
        if (!table_is(table, row, MISSES_LOADS, (double)row + 1))
            return false;
    return true;
}

static bool explains(struct staircase *stairs, size_t in_flight) {
    return rises_first(stairs, in_flight) && rises_again(stairs, in_flight) &&
           is_a_miss(stairs, 1, stairs->first) && is_a_miss(stairs, stairs->first, stairs->second);
}

static void misses_decide(const struct table *table, const struct options *options,
                          struct answers *answers) {
    struct staircase stairs = {.table = table, .loads = table->rows};
    size_t in_flight = 1;
    (void)options;
    while (2 * in_flight < table->rows && !explains(&stairs, in_flight))
        in_flight++;
    if (!has_each_burst(table))
        answer_unknown(answers, "outstanding_misses", "the table lacks a number of loads");
    else if (2 * in_flight >= table->rows)
        answer_unknown(answers, "outstanding_misses",
                       "no burst waits for a whole miss before its last load: the clock is too "
                       "coarse, the machine busy, or memory delivers lines too slowly");
    else {
        answer_note(answers, "load %zu adds %.1f ns, load %zu %.1f", stairs.first,
                    rise_to(&stairs, stairs.first), stairs.second, rise_to(&stairs, stairs.second));
        answer_integer(answers, "outstanding_misses", (double)in_flight, 0.95);
    }
}

const struct method misses_method = {.name = "misses",
                                     .summary = "misses in flight, from bursts of loads",
                                     .form = {{.keys = 1, .columns = 2, .above_zero = "ns"}},
                                     .rows = 256,
                                     .decide = misses_decide};
