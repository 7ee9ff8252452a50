/* cycle.c - a greatest common divisor of measured numbers. */
#include "cycle.h"

#include <math.h>
#include <stdbool.h>

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

double cycle_of(const double *latency, size_t count, int fastest) {
    double least = HUGE_VAL;
    for (size_t i = 0; i < count; i++)
        if (!(latency[i] > 0))
            return 0;
        else if (latency[i] < least)
            least = latency[i];
    for (int k = 1; count > 0 && k <= fastest; k++) {
        double cycle = k > 1 ? least / k : best_near(latency, count, least);
        size_t fits = 0;
        while (fits < count && whole(latency[fits] / cycle))
            fits++;
        if (fits == count)
            return cycle;
    }
    return 0;
}

double cycle_of_both(const double *one, const double *other, size_t count, int fastest) {
    double cycle = cycle_of(one, count, fastest), same = cycle_of(other, count, fastest);
    if (cycle > 0 && fabs(cycle - same) < 0.02 * cycle)
        return cycle;
    cycle = cycle_of(one, count, 1);
    return cycle > 0 ? cycle : cycle_of(other, count, 1);
}
