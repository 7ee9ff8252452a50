/* stretch.h - a stretch of code at the seam: equal blocks, of which the last so many are executed,
   so that what is compiled once has every length. */
#ifndef HARNESS_STRETCH_H
#define HARNESS_STRETCH_H

#include "calls.h"

/* Blocks of so many BYTES and OPERATIONS each.  Where each JUMPS to the next one, groups of them
   are in a mixed order; else they follow each other.  CODE begins a page before the first block,
   and is NULL where the compiler has no assembler for it. */
struct stretch {
    size_t bytes, operations, blocks;
    bool jumps;
    void (*code)(void);
};

/* A block's place among those of its group is its number times MIX. */
enum { STRETCH_PAGE = 4096, STRETCH_GROUP = 64, STRETCH_MIX = 37 };

/* Where the last COUNT blocks begin, in bytes from the first place. */
static inline size_t stretch_entry(const struct stretch *stretch, size_t count) {
    size_t last = count - 1, within = last * STRETCH_MIX % STRETCH_GROUP;
    size_t mixed = last / STRETCH_GROUP * STRETCH_GROUP + within;
    return (stretch->jumps ? mixed : stretch->blocks - count) * stretch->bytes;
}

#endif
