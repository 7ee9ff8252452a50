/* tlb2_blocks.h - measures blocks of pages, at a distance from each other, in the second TLB
   (METHODS 1.10); fails where the reach of the first TLB does not show. */
#ifndef TLB2_BLOCKS_H
#define TLB2_BLOCKS_H

#include "../common/places.h"

enum {
    TLB2_FEW = 4,    /* pages: few enough for any first TLB */
    TLB2_STRAY = 5,  /* pages from one to the next, where sets do not matter */
    TLB2_BEYOND = 3, /* times as many as the first TLB holds */
    TLB2_SEARCHES = 3,
    TLB2_PAGES = 8192,   /* of all blocks */
    TLB2_PLACES = 16384, /* that a lap visits */
    TLB2_MIXED = 64      /* lines */
};
static const double TLB2_PAUSE_NS = 5e6;
/* Of the sweep's time: from then on no search begins.  The machine is too busy, or there is nothing
   to find. */
static const double TLB2_SEARCH_NS = 0.8e9;
/* Blocks that fit add no more than such a part of a page walk. */
static const double TLB2_PART = 0.125;

/* COUNT blocks of EACH pages, one every APART pages: the first ones, or those in KEPT. */
struct blocks {
    size_t start, apart, count, each;
    const size_t *kept;
};

struct tlb2 {
    struct places places;
    struct dice dice;
    size_t order[TLB2_PLACES], line[TLB2_MIXED];
    double packed[TLB2_PAGES + 1]; /* cycles of so many lines; 0: not known yet */
    size_t area, most;             /* pages; of those, that the first TLB may hold */
    size_t tlb1_pages;             /* pages that the first TLB holds */
    double few, miss, walk;        /* cycles of a hit in it, what a miss adds, and one in both */
    size_t enough, start;          /* times TLB1_PAGES; the page at which the first block begins */
    double begun_ns;
};

bool tlb2_late(const struct tlb2 *tlb2, double ns);

/* Measures how many pages the first TLB holds, and the cycles of a miss in it.  Returns whether
   that shows. */
bool tlb2_open(struct tlb2 *tlb2);

/* COUNT blocks so far APART of EACH pages, or, where EACH is 0, of as many pages as are enough.
 */
struct blocks tlb2_blocks(const struct tlb2 *tlb2, size_t apart, size_t count, size_t each);
bool tlb2_has_room(const struct tlb2 *tlb2, const struct blocks *blocks);

/* Writes the places of all blocks except number SPARED, of the first one only every STEP-th page.
   Returns how many. */
size_t tlb2_place(struct tlb2 *tlb2, const struct blocks *blocks, size_t spared, size_t step);

/* Cycles of COUNT packed lines, at best. */
double tlb2_packed(struct tlb2 *tlb2, size_t count);

/* Cycles beyond a miss of the first TLB, for the pages of all BLOCKS except number SPARED; and the
   least of a few measurements, or the first one within LIMIT. */
double tlb2_over(struct tlb2 *tlb2, const struct blocks *blocks, size_t spared);
double tlb2_least_over(struct tlb2 *tlb2, const struct blocks *blocks, size_t spared, double limit);

/* A visit that takes so many cycles longer than a hit in the second TLB surely misses it. */
double tlb2_rise(const struct tlb2 *tlb2);

/* Do BLOCKS add no more than LIMIT? */
bool tlb2_fits(struct tlb2 *tlb2, const struct blocks *blocks, double limit);
/* The same, at once or a little later. */
bool tlb2_fits_yet(struct tlb2 *tlb2, const struct blocks *blocks, double limit);

/* The fewest blocks so far APART that do not fit, also not a little later; 0 where MOST fit, where
   there is no room, or where the sweep has no time left. */
size_t tlb2_fewest(struct tlb2 *tlb2, size_t apart, size_t each, size_t most);

#endif
