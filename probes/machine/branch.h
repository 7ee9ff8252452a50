/* branch.h - conditional branches with a chosen outcome.

   A loop branches on bits of a pseudorandom generator that stays in a register; a stored pattern
   would be learnt by the predictor.  Each branch tests the generator against its mask and is taken
   if any masked bit is 1.  So the same code has random outcomes with a mask of one bit, is never
   taken with an empty mask, and always with a full one (the generator is never 0). */
#ifndef BRANCH_H
#define BRANCH_H

#include "machine.h"

#include <stdint.h>

/* A round executes COUNT branches, each after STEPS steps of Marsaglia's 32-bit xorshift generator:
   x ^= x << 13, x ^= x >> 17, x ^= x << 5; one more step ends the round.  RUN continues the
   generator's sequence from one call to the next.  It is NULL if the compiler keeps values in
   memory. */
struct branches {
    size_t steps, count;
    const volatile uint32_t *mask;
    void (*run)(size_t rounds, const volatile uint32_t *mask);
};

/* Runs ROUNDS rounds between two rulers.  *TIMING is the cost of one round.  Returns false as
   chain_sample does. */
bool branch_sample(struct machine *machine, const struct branches *branches, size_t rounds,
                   struct timing *timing);

#endif
