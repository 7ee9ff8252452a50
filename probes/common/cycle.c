/* cycle.c - a greatest common divisor of measured numbers. */
#include "cycle.h"

#include <math.h>

/* The most cycles of the fastest chain, and the same if one of the chains is of shifts.  With
   more, noise alone would find a divisor. */
enum { FASTEST = 3, OF_A_SHIFT = 2 };
static const double SAME = 0.02;

/* The tolerance is four hundredths of a cycle, and half a percent of noise. */
static bool whole(double cycles) {
    return fabs(cycles - floor(cycles + 0.5)) <= 0.04 + 0.005 * cycles;
}

/* Returns the cycle near ABOUT that fits all latencies best.  Another thread of the core delays an
   instruction of one cycle by some hundredths of a cycle, and a longer instruction by no more. */
static double best_near(const double *latency, size_t count, double about) {
    double sum = 0, cycles = 0;
    for (size_t i = 0; i < count; i++) {
        sum += latency[i];
        cycles += floor(latency[i] / about + 0.5);
    }
    return sum / cycles;
}

static bool all_whole(const double *latency, size_t count, double cycle) {
    size_t fits = 0;
    while (fits < count && whole(latency[fits] / cycle))
        fits++;
    return fits == count;
}

static double least_of(const double *latency, size_t count) {
    double least = NOT_MEASURED;
    for (size_t i = 0; i < count; i++)
        least = fmin(least, latency[i] > 0 ? latency[i] : 0);
    return least;
}

/* Returns the cycle near ABOUT, or 0 if not all latencies are whole numbers of it. */
static double cycle_near(const double *latency, size_t count, double about) {
    double cycle = about > 0 && is_measured(about) ? best_near(latency, count, about) : 0;
    return cycle > 0 && all_whole(latency, count, cycle) ? cycle : 0;
}

double cycle_of(const double *latency, size_t count, bool shift) {
    double least = least_of(latency, count), cycle = cycle_near(latency, count, least);
    if (cycle > 0 || !(least > 0 && is_measured(least)) ||
        (shift && cycle_near(latency + 1, count - 1, least) > 0))
        return cycle;
    for (int k = 2; k <= (shift ? OF_A_SHIFT : FASTEST); k++)
        if (all_whole(latency, count, least / k))
            return least / k;
    return 0;
}

double cycle_of_both(const double *one, const double *other, size_t count, bool shift) {
    double cycle = cycle_of(one, count, shift), same = cycle_of(other, count, shift);
    if (cycle > 0 && fabs(cycle - same) < SAME * cycle)
        return cycle;
    cycle = cycle_near(one, count, least_of(one, count));
    same = cycle_near(other, count, least_of(other, count));
    if (cycle > 0 && same > 0)
        return fabs(cycle - same) < SAME * cycle ? cycle : 0;
    return cycle > 0 ? cycle : same;
}

bool cycle_counts(double cycles, size_t steps, double latency, double loop) {
    double least = (double)steps * floor(latency + 0.5);
    return cycles > 0.99 * least && cycles < (1 + loop) * least;
}
