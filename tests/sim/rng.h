/* rng.h - chance that is the same on every run and every host.

   Each user seeds a generator of its own, so that what one draws does not move another. */
#ifndef SIM_RNG_H
#define SIM_RNG_H

#include <stddef.h>
#include <stdint.h>

/* SplitMix64: any seed will do, 0 and neighbours too. */
struct rng {
    uint64_t state;
};

uint64_t rng_next(struct rng *rng);

/* Below COUNT, which is above 0 and below 2^32. */
size_t rng_below(struct rng *rng, size_t count);

/* From 0 up to, but not, 1. */
double rng_unit(struct rng *rng);

/* Mean 0, deviation 1, never beyond 6. */
double rng_normal(struct rng *rng);

#endif
