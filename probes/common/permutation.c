/* permutation.c - draws an order that is computed, and computes it backwards. */
#include "permutation.h"

enum { NEWTON = 5 }; /* steps from 3 bits to 96 */

static uint64_t draw(struct dice *dice) {
    (void)dice_below(dice, 2);
    return dice->state;
}

/* Returns what FACTOR, which is odd, is multiplied by to give 1 modulo 2^64. */
static uint64_t inverse_of(uint64_t factor) {
    uint64_t inverse = factor;
    for (size_t step = 0; step < NEWTON; step++)
        inverse *= 2 - factor * inverse;
    return inverse;
}

void permutation_draw(struct permutation *order, struct dice *dice, size_t count) {
    order->count = count;
    for (order->bits = 2; (uint64_t)count > UINT64_C(1) << order->bits;)
        order->bits++;
    order->shift = (order->bits + 1) / 2;
    for (size_t round = 0; round < PERMUTATION_ROUNDS; round++) {
        order->factor[round] = draw(dice) | 1;
        order->term[round] = draw(dice);
        order->inverse[round] = inverse_of(order->factor[round]);
    }
}

/* A shift of half the bits undoes itself. */
static uint64_t unmix(const struct permutation *order, uint64_t number) {
    uint64_t mask = (UINT64_C(1) << order->bits) - 1;
    for (size_t round = PERMUTATION_ROUNDS; round-- > 0;) {
        number ^= number >> order->shift;
        number = (number - order->term[round]) * order->inverse[round] & mask;
    }
    return number;
}

size_t permutation_position(const struct permutation *order, size_t number) {
    uint64_t position = unmix(order, number);
    while (position >= order->count)
        position = unmix(order, position);
    return (size_t)position;
}
