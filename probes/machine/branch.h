/* branch.h - conditional branches at the seam (METHODS 1.21).

   A loop of branches on the bits of a generator, which stay in a register: a stored pattern would
   be learnt.  Each branch looks at those bits that its mask has and is taken where any is 1, so
   that one and the same code is random with one bit, never taken with none, and always with all
   (the generator is never 0). */
#ifndef BRANCH_H
#define BRANCH_H

#include "machine.h"

#include <stdint.h>

/* In a round each of COUNT branches comes once, behind so many STEPS of the generator, Marsaglia's
   xorshift: x ^= x << 13, x ^= x >> 17, x ^= x << 5, in 32 bits; and a last step follows.  RUN goes
   on where it stopped, and is NULL where the compiler keeps values in memory. */
struct branches {
    size_t steps, count;
    const volatile uint32_t *mask;
    void (*run)(size_t rounds, const volatile uint32_t *mask);
};

/* One sample of so many rounds between two rulers; the timing is of one round.  Returns false as
   chain_sample does. */
bool branch_sample(struct machine *machine, const struct branches *branches, size_t rounds,
                   struct timing *timing);

#endif
