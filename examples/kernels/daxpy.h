/* daxpy.h - y = a * x + y, VECTORS vectors in each round; AHEAD is the distance of
   prefetches in lines of the cache, 0 for none. */
#ifdef HAVE_CONFIG_H /* not while configure chooses */
#include <config.h>
#endif

#include "kernels.h"

#include "../vector.h"

#ifndef ARCH_L1_LINE
#define ARCH_L1_LINE 64
#endif

INLINED void ask_for(const double *x, const double *y) {
    for (size_t i = 0; AHEAD > 0 && i < VECTORS * LANES; i += ARCH_L1_LINE / sizeof(double)) {
        PREFETCH((const char *)(x + i) + AHEAD * ARCH_L1_LINE);
        PREFETCH((const char *)(y + i) + AHEAD * ARCH_L1_LINE);
    }
}

void daxpy_kernel(size_t n, double a, const double *x, double *y) {
    size_t i = 0;
    for (; i + VECTORS * LANES <= n; i += VECTORS * LANES) {
        ask_for(x + i, y + i);
        UNROLLED
        for (size_t v = 0; v < VECTORS; v++)
            vec_store(y + i + v * LANES,
                      vec_load(x + i + v * LANES) * a + vec_load(y + i + v * LANES));
    }
    for (; i < n; i++)
        y[i] += a * x[i];
}

#undef VECTORS
#undef AHEAD
