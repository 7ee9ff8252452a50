/* permutation.h - a random order that takes no memory, for sweeps whose own data would take room in
   the caches that they fill. */
#ifndef PERMUTATION_H
#define PERMUTATION_H

#include "order.h"

enum { PERMUTATION_ROUNDS = 3 };

/* An order of the numbers below COUNT. */
struct permutation {
    size_t count;
    unsigned bits, shift; /* of the least power of two that is COUNT or more; half of them */
    uint64_t factor[PERMUTATION_ROUNDS], term[PERMUTATION_ROUNDS];
    uint64_t inverse[PERMUTATION_ROUNDS]; /* of the factors, modulo any power of two */
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

/* Returns the number at POSITION.  What is mixed to a number that is not below the count is mixed
   again: that leads back to those below it, and to another one from each position.  It is here so
   that it can be part of a loop, since a call stores what it must keep. */
static inline size_t permutation_at(const struct permutation *order, size_t position) {
    uint64_t number = permutation_mix(order, position);
    while (number >= order->count)
        number = permutation_mix(order, number);
    return (size_t)number;
}

#endif
