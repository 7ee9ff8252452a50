/* rng.h - random numbers that are the same in every run on every host.

   Each user seeds its own generator, so that one user's draws do not affect another's. */
#ifndef SIM_RNG_H
#define SIM_RNG_H

#include <stddef.h>
#include <stdint.h>

/* SplitMix64: any seed is good, including 0 and consecutive numbers. */
struct rng {
    uint64_t state;
};

uint64_t rng_next(struct rng *rng);

/* Returns a number below COUNT, which is above 0 and below 2^32. */
size_t rng_below(struct rng *rng, size_t count);

/* Returns a number of at least 0 and below 1. */
double rng_unit(struct rng *rng);

/* Returns a number with mean 0 and standard deviation 1, at most 6 from 0. */
double rng_normal(struct rng *rng);

#endif
