/* stretch.h - a stretch of code at the seam: equal blocks, of which the last so many are executed,
   so that what is compiled once has every length. */
#ifndef STRETCH_H
#define STRETCH_H

#include "calls.h"

/* Blocks follow each other, or each jumps to the next one: groups of them are in a mixed order
   within a page, or each jump leads to the other page of two. */
enum stretch_kind { STRETCH_STRAIGHT, STRETCH_NEAR, STRETCH_FAR };

/* Blocks of so many BYTES and OPERATIONS each.  CODE begins a page before the first block, and is
   NULL where the compiler has no assembler for it. */
struct stretch {
    size_t bytes, operations, blocks;
    enum stretch_kind kind;
    void (*code)(void);
};

/* A block's place among those of its group is its number times MIX. */
enum { STRETCH_PAGE = 4096, STRETCH_GROUP = 64, STRETCH_MIX = 37 };

static inline size_t stretch_mixed(size_t number) {
    return number / STRETCH_GROUP * STRETCH_GROUP + number * STRETCH_MIX % STRETCH_GROUP;
}

/* Where the last COUNT blocks begin, in bytes from the first place. */
static inline size_t stretch_entry(const struct stretch *stretch, size_t count) {
    size_t last = count - 1, place = stretch->blocks - count;
    if (stretch->kind == STRETCH_NEAR)
        place = stretch_mixed(last);
    else if (stretch->kind == STRETCH_FAR) {
        size_t page = STRETCH_PAGE / stretch->bytes, mixed = stretch_mixed(last / 2);
        place = mixed + (mixed / page + last % 2) * page;
    }
    return place * stretch->bytes;
}

#endif
