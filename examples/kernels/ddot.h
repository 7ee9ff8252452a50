/* ddot.h - the dot product with SUMS sums that do not wait for each other, each a vector. */
#ifdef HAVE_CONFIG_H /* not while configure chooses */
#include <config.h>
#endif

#include "kernels.h"

#include "../vector.h"

static double sum_lanes(const vec *sums) {
    double lane[SUMS * LANES], sum = 0;
    for (size_t s = 0; s < SUMS; s++)
        vec_store(lane + s * LANES, sums[s]);
    for (size_t i = 0; i < SUMS * LANES; i++)
        sum += lane[i];
    return sum;
}

double ddot_kernel(size_t n, const double *x, const double *y) {
    vec sums[SUMS], zero = {0};
    size_t i = 0;
    UNROLLED
    for (size_t s = 0; s < SUMS; s++)
        sums[s] = zero;
    for (; i + SUMS * LANES <= n; i += SUMS * LANES) {
        UNROLLED
        for (size_t s = 0; s < SUMS; s++)
            sums[s] += vec_load(x + i + s * LANES) * vec_load(y + i + s * LANES);
    }
    double sum = sum_lanes(sums);
    for (; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

#undef SUMS
