/* order.c - draws random orders from a seeded generator. */
#include "order.h"

size_t dice_below(struct dice *dice, size_t count) {
    dice->state ^= dice->state << 13;
    dice->state ^= dice->state >> 7;
    dice->state ^= dice->state << 17;
    return (size_t)(dice->state % count);
}

/* Shuffles the elements at 0, STEP, 2 STEP ... */
static void shuffle(struct dice *dice, size_t *order, size_t count, size_t step) {
    for (size_t i = count; i > 1; i--) {
        size_t j = dice_below(dice, i), kept = order[(i - 1) * step];
        order[(i - 1) * step] = order[j * step];
        order[j * step] = kept;
    }
}

void order_shuffle(struct dice *dice, size_t *order, size_t count) {
    shuffle(dice, order, count, 1);
}

void order_spaced(struct dice *dice, size_t *order, size_t count, size_t first, size_t step) {
    for (size_t i = 0; i < count; i++)
        order[i] = first + i * step;
    order_shuffle(dice, order, count);
}

void order_blocks(struct dice *dice, size_t *order, size_t count, size_t stride, size_t block) {
    size_t each = block > stride ? block / stride : 1, blocks = count / each;
    for (size_t i = 0; i < blocks; i++)
        order[i * each] = i * each * stride;
    shuffle(dice, order, blocks, each);
    for (size_t first = 0; first < count; first += each) {
        size_t base = first < blocks * each ? order[first] : first * stride;
        size_t places = count - first < each ? count - first : each;
        for (size_t k = 0; k < places; k++)
            order[first + k] = base + k * stride;
        shuffle(dice, order + first, places, 1);
    }
}
