/* rng.c - SplitMix64, and distributions from it. */
#include "rng.h"

uint64_t rng_next(struct rng *rng) {
    uint64_t z = rng->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

size_t rng_below(struct rng *rng, size_t count) {
    return (size_t)((rng_next(rng) >> 32) * count >> 32);
}

double rng_unit(struct rng *rng) {
    return (double)(rng_next(rng) >> 11) * 0x1p-53;
}

/* The sum of twelve uniform numbers has variance 1, and does not depend on a library's rounding. */
double rng_normal(struct rng *rng) {
    double sum = 0;
    for (int i = 0; i < 12; i++)
        sum += rng_unit(rng);
    return sum - 6;
}
