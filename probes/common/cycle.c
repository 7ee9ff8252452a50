/* cycle.c - a greatest common divisor of measured numbers. */
#include "cycle.h"

#include <math.h>

/* Cycles that the fastest chain takes at most, and where a shift is among them: with more, noise
   would find a divisor. */
enum { FASTEST = 3, OF_A_SHIFT = 2 };
static const double SAME = 0.02;

/* Near a whole number: four hundredths of a cycle, and half a percent of noise. */
static bool whole(double cycles) {
    return fabs(cycles - floor(cycles + 0.5)) <= 0.04 + 0.005 * cycles;
}

/* The cycle that suits all best if it is about ABOUT: what runs beside on the same core delays an
   instruction of one cycle by some hundredths of it, and long ones by no more. */
static double best_near(const double *latency, size_t count, double about) {
    double sum = 0, cycles = 0;
    for (size_t i = 0; i < count; i++) {
        sum += latency[i];
        cycles += floor(latency[i] / about + 0.5);
    }
    return sum / cycles;
}

/* Whether all are whole numbers of it. */
static bool all_whole(const double *latency, size_t count, double cycle) {
    size_t fits = 0;
    while (fits < count && whole(latency[fits] / cycle))
        fits++;
    return fits == count;
}

static double least_of(const double *latency, size_t count) {
    double least = HUGE_VAL;
    for (size_t i = 0; i < count; i++)
        least = fmin(least, latency[i] > 0 ? latency[i] : 0);
    return least;
}

/* A cycle of about so much, or 0 where it is none. */
static double cycle_near(const double *latency, size_t count, double about) {
    double cycle = about > 0 && about < HUGE_VAL ? best_near(latency, count, about) : 0;
    return cycle > 0 && all_whole(latency, count, cycle) ? cycle : 0;
}

double cycle_of(const double *latency, size_t count, bool shift) {
    double least = least_of(latency, count), cycle = cycle_near(latency, count, least);
    if (cycle > 0 || !(least > 0 && least < HUGE_VAL) ||
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
