/* pairs.h - stores to pairs of lines, and loads that are timed one by one. */
#ifndef PAIRS_H
#define PAIRS_H

#include "../common/permutation.h"
#include "pages.h"

enum { PAIR_LINES = 2 };

/* Pairs of lines side by side: as many as ORDER has numbers.  The first TOUCHED of the order are
   touched. */
struct pairs {
    const struct pages *pages;
    size_t line; /* bytes */
    struct permutation order;
    size_t touched;
};

/* Returns where the first line of pair number PAIR begins. */
static inline size_t pairs_offset(const struct pairs *pairs, size_t pair) {
    return PAIR_LINES * pair * pairs->line;
}

/* Returns which line of a pair is touched first, 0 or 1: in half of the pairs the upper one, so
   that a prefetcher does not run on upward.  Any bit of the number will do. */
static inline size_t pairs_first(size_t pair) {
    return pair >> 3 & 1;
}

/* Stores once to each line of the touched pairs, as fast as it can: a thread that touches faster
   keeps more of a cache that others use too. */
void pairs_touch(struct machine *machine, const struct pairs *pairs);

/* Loads both lines of pair number BESIDE, so that the TLB holds their page, and then times a load
   at OFFSET into the pages as chain_single does, in ns.  All have been touched before. */
double pairs_load(struct machine *machine, const struct pairs *pairs, size_t beside, size_t offset);

#endif
