/* caches_curve.h - latency curves made from the sizes and costs of levels. */
#ifndef UNIT_CACHES_CURVE_H
#define UNIT_CACHES_CURVE_H

#include "../sim/run.h"

#include <math.h>

/* The least confidence at which all witnesses agree, a little below what configure requires. */
static const struct options SURE_ENOUGH = {8, 2, 5, 8, 0.87};

enum { POINTS = 72 };

/* Makes four points per octave from 1 KB on, with a sharp edge at the SIZE of each level.  The last
   level has size 0: beyond it each load costs the last COST. */
static inline void make(double *bytes, double *latency, const double *size, const double *cost) {
    for (size_t i = 0; i < POINTS; i++) {
        size_t level = 0;
        bytes[i] = floor(1024 * pow(2, (double)i / 4) + 0.5);
        while (size[level] > 0 && bytes[i] > size[level])
            level++;
        latency[i] = cost[level];
    }
}

#endif
