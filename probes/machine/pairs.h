/* pairs.h - stores to an area, pair of lines by pair of lines, and loads that are timed alone. */
#ifndef PAIRS_H
#define PAIRS_H

#include "../common/permutation.h"
#include "pages.h"

/* Pairs of lines side by side: as many as ORDER has numbers, of which the first TOUCHED are
   touched. */
struct pairs {
    const struct pages *pages;
    size_t line; /* bytes */
    struct permutation order;
    size_t touched;
};

/* Returns where the first line of pair number PAIR begins. */
static inline size_t pairs_offset(const struct pairs *pairs, size_t pair) {
    return 2 * pair * pairs->line;
}

/* Returns which line of a pair is touched first, 0 or 1: half of the pairs are touched downward, so
   that no prefetcher goes on upward behind each. */
static inline size_t pairs_first(size_t pair) {
    return pair >> 3 & 1;
}

/* Stores once to each line of the touched pairs, as fast as it can: a thread that touches faster
   keeps more of a cache that others use too. */
void pairs_touch(struct machine *machine, const struct pairs *pairs);

/* Loads both lines of pair number BESIDE, untimed, and then the word at OFFSET into the pages,
   which it times as chain_single does.  All have been touched. */
double pairs_load(struct machine *machine, const struct pairs *pairs, size_t beside, size_t offset);

#endif
