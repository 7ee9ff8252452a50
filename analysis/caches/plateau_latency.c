/* plateau_latency.c - where the points of a plateau agree.

   The lowest point of a plateau is no level's latency: its first sizes still hit the level above
   now and then, and cost less; from some size on a TLB, neighbours and the colours of pages add to
   it, and it climbs.  Between the two lies a flat part, whose points agree.  It is the lowest such
   part, since a TLB's penalty can be as flat; and below it must be no sign of another. */
#include "plateau_latency.h"

#include <math.h>

/* Points agree that lie so near: in cycles, which are whole, and as a part of a time in ns. */
static const double SAME_CYCLE = 0.25, SAME_TIME = 0.02;
static const double RIVAL = 1.25;
static const double MEASURED = 0.01; /* a latency is off by so much of itself, at the most */
enum { FLAT_POINTS = 4 };            /* make a flat part: an octave of the sweep */

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

/* The beginning of the lowest part with POINTS points, or 0. */
static double lowest_with(const double *latency, size_t n, size_t points, bool in_ns) {
    double low = 0;
    for (size_t i = 0; i < n; i++)
        if ((!(low > 0) || latency[i] < low) && count_from(latency, n, latency[i], in_ns) >= points)
            low = latency[i];
    return low;
}

/* The mean of what agrees best around the part from LOW: a window that begins at a straggler loses
   some that agree. */
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

/* So near to a whole number that no error of measurement leads to another. */
static bool is_whole(double cycles) {
    double off = fabs(cycles - floor(cycles + 0.5));
    return off <= SAME_CYCLE && off + MEASURED * cycles < 0.5;
}

/* Only PARTIAL points are below VALUE, and no two neighbours there that agree on a whole number:
   that could be a plateau too short to count, before the reach of the first TLB. */
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

/* Is another part as flat, by a cycle or two above VALUE?  A TLB's penalty is more than a quarter;
   so one of the two is made by something that nobody knows. */
static bool is_rivalled(const double *latency, size_t n, double value, bool in_ns) {
    double apart = 2 * width_at(value, in_ns);
    for (size_t i = 0; i < n; i++)
        if (latency[i] > value + apart && latency[i] < RIVAL * value &&
            count_from(latency, n, latency[i], in_ns) >= FLAT_POINTS)
            return true;
    return false;
}

static double least_of(const double *latency, size_t n) {
    double least = latency[0];
    for (size_t i = 1; i < n; i++)
        least = fmin(least, latency[i]);
    return least;
}

struct plateau_latency latency_of(const double *latency, size_t n, size_t partial, bool in_ns) {
    double low = lowest_with(latency, n, FLAT_POINTS, in_ns);
    struct plateau_latency found = {low, false};
    if (!(low > 0)) {
        found.value = least_of(latency, n);
        return found;
    }
    found.value = mean_from(latency, n, low, in_ns);
    found.sure = is_lowest(latency, n, partial, found.value, in_ns) &&
                 !is_rivalled(latency, n, found.value, in_ns) && (in_ns || is_whole(found.value));
    return found;
}
