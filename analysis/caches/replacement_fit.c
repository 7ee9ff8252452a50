/* replacement_fit.c - least-squares fit of predicted misses to measured costs. */
#include "replacement_fit.h"

#include <math.h>

double fit_left(const double *miss, const double *cost, size_t steps, size_t *against) {
    double n = (double)steps, x = 0, y = 0, xx = 0, xy = 0, yy = 0;
    for (size_t row = 0; row < steps; row++) {
        x += miss[row] / n;
        y += cost[row] / n;
    }
    for (size_t row = 0; row < steps; row++) {
        double dx = miss[row] - x, dy = cost[row] - y;
        xx += dx * dx / n;
        xy += dx * dy / n;
        yy += dy * dy / n;
    }
    *against = steps;
    if (!(xx > 0) || !(xy > 0))
        return 1;
    *against = 0;
    for (size_t row = 0; row < steps; row++)
        *against += fabs(cost[row] - y - xy / xx * (miss[row] - x)) > xy / xx / 2;
    double left = yy - xy * xy / xx;
    return left > 0 ? sqrt(left) / (xy / xx) : 0;
}

bool fit_same(const double *one, const double *other, size_t steps) {
    for (size_t i = 0; i < steps; i++)
        if (fabs(one[i] - other[i]) > 0.001)
            return false;
    return true;
}
