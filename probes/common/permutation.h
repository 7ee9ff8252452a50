/* permutation.h - a random order that takes no memory, for sweeps whose own data would take room in
   the caches that they fill. */
#ifndef PERMUTATION_H
#define PERMUTATION_H

#include "order.h"

enum { PERMUTATION_ROUNDS = 3 };

/* A random order of the numbers below COUNT. */
struct permutation {
    size_t count;
    unsigned bits, shift; /* 2^BITS is COUNT or more; SHIFT is half of BITS, rounded up */
    uint64_t factor[PERMUTATION_ROUNDS], term[PERMUTATION_ROUNDS];
    uint64_t inverse[PERMUTATION_ROUNDS]; /* of the factors, modulo 2^64 */
};

/* Draws an order of COUNT numbers, at least 1. */
void permutation_draw(struct permutation *order, struct dice *dice, size_t count);

/* Returns the position of NUMBER. */
size_t permutation_position(const struct permutation *order, size_t number);

/* Mixes the bits of NUMBER by steps that can be undone, so that no two numbers become the same. */
static inline uint64_t permutation_mix(const struct permutation *order, uint64_t number) {
    uint64_t mask = (UINT64_C(1) << order->bits) - 1;
    for (size_t round = 0; round < PERMUTATION_ROUNDS; round++) {
        number = (number * order->factor[round] + order->term[round]) & mask;
        number ^= number >> order->shift;
    }
    return number;
}

/* Returns the number at POSITION.  A number that is not below COUNT is mixed again until it is.
   Different positions still give different numbers.  It is inline, because a call inside a loop of
   stores would add stores to the stack. */
static inline size_t permutation_at(const struct permutation *order, size_t position) {
    uint64_t number = permutation_mix(order, position);
    while (number >= order->count)
        number = permutation_mix(order, number);
    return (size_t)number;
}

#endif
