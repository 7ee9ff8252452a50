/* order.h - draws the order in which a chain visits its places. */
#ifndef ORDER_H
#define ORDER_H

#include <stddef.h>
#include <stdint.h>

/* A generator of random numbers.  It is not the C library's, so that the same seed gives the same
   order on every system.  The seed is not 0. */
struct dice {
    uint64_t state;
};

/* Returns a random number below COUNT, which is above 0. */
size_t dice_below(struct dice *dice, size_t count);

/* Shuffles COUNT offsets.  Any order whose end is linked to its beginning is one cycle, and no
   prefetcher can follow a random cycle (X-Ray 4.5). */
void order_shuffle(struct dice *dice, size_t *order, size_t count);

/* Writes the offsets FIRST, FIRST + STEP, FIRST + 2 STEP ... in random order. */
void order_spaced(struct dice *dice, size_t *order, size_t count, size_t first, size_t step);

/* Writes the offsets 0, STRIDE, 2 STRIDE ... in random order, except that all places of one block
   of BLOCK bytes come, in random order, before those of the next block.  If a block is a page, the
   TLB misses once a block (BlackjackBench 3.1.2).  An incomplete last block comes last. */
void order_blocks(struct dice *dice, size_t *order, size_t count, size_t stride, size_t block);

#endif
