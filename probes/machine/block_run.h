/* block_run.h - a run of equal code blocks, of which only the last ones are executed, so that code
   that is compiled once serves for all lengths. */
#ifndef BLOCK_RUN_H
#define BLOCK_RUN_H

#include "calls.h"

/* How blocks follow each other: in a straight line, or by a jump to the next one within a page, in
   a mixed order of groups, or by a jump to the other of two pages. */
enum block_run_kind { BLOCK_RUN_STRAIGHT, BLOCK_RUN_NEAR, BLOCK_RUN_FAR };

/* Blocks of BYTES and OPERATIONS each.  CODE begins a page before the first block, and is NULL if
   the compiler has no assembler for it. */
struct block_run {
    size_t bytes, operations, blocks;
    enum block_run_kind kind;
    void (*code)(void);
};

/* A block's place in its group is its number times MIX, modulo the group. */
enum { BLOCK_RUN_PAGE = 4096, BLOCK_RUN_GROUP = 64, BLOCK_RUN_MIX = 37 };

static inline size_t block_run_mixed(size_t number) {
    return number / BLOCK_RUN_GROUP * BLOCK_RUN_GROUP + number * BLOCK_RUN_MIX % BLOCK_RUN_GROUP;
}

/* Returns where the last COUNT blocks begin, in bytes from the first place. */
static inline size_t block_run_entry(const struct block_run *run, size_t count) {
    size_t last = count - 1, place = run->blocks - count;
    if (run->kind == BLOCK_RUN_NEAR)
        place = block_run_mixed(last);
    else if (run->kind == BLOCK_RUN_FAR) {
        size_t page = BLOCK_RUN_PAGE / run->bytes, mixed = block_run_mixed(last / 2);
        place = mixed + (mixed / page + last % 2) * page;
    }
    return place * run->bytes;
}

#endif
