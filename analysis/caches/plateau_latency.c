/* plateau_latency.c - decides the latency of a level from the flat part of its plateau.

   The lowest point of a plateau is not the latency: its first sizes still hit the level above at
   times, and from some size on a TLB, other CPUs and page colours add to it.  Between lies a flat
   part, whose points agree.  The lowest such part is the answer, since a TLB's misses can be as
   flat.  Unknown where points below it suggest another flat part, or where one just above is as
   flat. */
#include "plateau_latency.h"

#include <math.h>

/* The largest distance of points that agree: in cycles, and relative for a time in ns. */
static const double SAME_CYCLE = 0.25, SAME_TIME = 0.02;
static const double RIVAL = 1.25;
static const double MEASURED = 0.01; /* the largest relative error of a latency */
enum { FLAT_POINTS = 4 };            /* points of a flat part: an octave of the sweep */

static double width_at(double value, bool in_ns) {
    return in_ns ? SAME_TIME * value : SAME_CYCLE;
}

static bool lies_in(double value, double low, bool in_ns) {
    return value >= low && value <= low + width_at(low, in_ns);
}

static size_t count_from(const double *latency, size_t n, double low, bool in_ns) {
    size_t points = 0;
    for (size_t i = 0; i < n; i++)
        points += lies_in(latency[i], low, in_ns);
    return points;
}

/* The beginning of the lowest part with POINTS points that agree, or 0. */
static double lowest_with(const double *latency, size_t n, size_t points, bool in_ns) {
    double low = 0;
    for (size_t i = 0; i < n; i++)
        if ((!(low > 0) || latency[i] < low) && count_from(latency, n, latency[i], in_ns) >= points)
            low = latency[i];
    return low;
}

/* The mean of the points that agree best around the part from LOW: a window that begins at an
   outlier misses some of them. */
static double mean_from(const double *latency, size_t n, double low, bool in_ns) {
    double best = low, sum = 0;
    size_t most = count_from(latency, n, low, in_ns);
    for (size_t i = 0; i < n; i++) {
        size_t points =
            lies_in(latency[i], low, in_ns) ? count_from(latency, n, latency[i], in_ns) : 0;
        if (points > most) {
            most = points;
            best = latency[i];
        }
    }
    for (size_t i = 0; i < n; i++)
        sum += lies_in(latency[i], best, in_ns) ? latency[i] : 0;
    return sum / (double)most;
}

/* Is CYCLES close enough to a whole number for any error of measurement? */
static bool is_whole(double cycles) {
    double off = fabs(cycles - floor(cycles + 0.5));
    return off <= SAME_CYCLE && off + MEASURED * cycles < 0.5;
}

/* Are at most PARTIAL points below VALUE, and no two neighbours there that agree on a whole number?
   Those could be a short plateau within the reach of the first TLB. */
static bool is_lowest(const double *latency, size_t n, size_t partial, double value, bool in_ns) {
    double low = value - width_at(value, in_ns);
    size_t below = 0;
    for (size_t i = 0; i < n; i++) {
        below += latency[i] < low;
        if (i + 1 < n && latency[i] < low && latency[i + 1] < low &&
            fabs(latency[i + 1] - latency[i]) <= width_at(value, in_ns) &&
            (in_ns || is_whole((latency[i] + latency[i + 1]) / 2)))
            return false;
    }
    return below <= partial;
}

/* Is another part as flat, one or two cycles above VALUE?  A TLB adds more than a quarter, so the
   cause of one of the two is unknown. */
static bool has_another_flat_part(const double *latency, size_t n, double value, bool in_ns) {
    double apart = 2 * width_at(value, in_ns);
    for (size_t i = 0; i < n; i++)
        if (latency[i] > value + apart && latency[i] < RIVAL * value &&
            count_from(latency, n, latency[i], in_ns) >= FLAT_POINTS)
            return true;
    return false;
}

struct plateau_latency latency_of(const double *latency, size_t n, size_t partial, bool in_ns) {
    double low = lowest_with(latency, n, FLAT_POINTS, in_ns);
    if (!(low > 0))
        return (struct plateau_latency){lowest_with(latency, n, 1, in_ns), false};
    struct plateau_latency found = {mean_from(latency, n, low, in_ns), false};
    found.sure = is_lowest(latency, n, partial, found.value, in_ns) &&
                 !has_another_flat_part(latency, n, found.value, in_ns) &&
                 (in_ns || is_whole(found.value));
    return found;
}
