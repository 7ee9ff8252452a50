/* order.h - in what order a chain visits its places. */
#ifndef ORDER_H
#define ORDER_H

#include <stddef.h>
#include <stdint.h>

/* A small generator of our own, so that the same seed gives the same order everywhere.
   The seed is not 0. */
struct dice {
    uint64_t state;
};

/* Below COUNT, which is above 0. */
size_t dice_below(struct dice *dice, size_t count);

/* Shuffles COUNT offsets. Any order, linked to its own beginning, is one full cycle, and a fixed
   random cycle is what no prefetcher can follow (X-Ray 4.5; METHODS, read first 3). */
void order_shuffle(struct dice *dice, size_t *order, size_t count);

/* The offsets FIRST, FIRST + STEP, FIRST + 2 STEP ... in random order. */
void order_spaced(struct dice *dice, size_t *order, size_t count, size_t first, size_t step);

/* The offsets 0, STRIDE, 2 STRIDE ... in random order, but so that all places of one block of
   BLOCK bytes are visited, in random order, before the next block (BlackjackBench 3.1.2: with a
   page for the block, the TLB misses once a block).  An incomplete last block comes last. */
void order_blocks(struct dice *dice, size_t *order, size_t count, size_t stride, size_t block);

#endif
