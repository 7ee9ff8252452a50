/* tlb2_blocks.h - measures blocks of pages, at a distance from each other, in the second TLB; fails
 * if the reach of the first TLB does not show. */
#ifndef TLB2_BLOCKS_H
#define TLB2_BLOCKS_H

#include "../common/places.h"

enum {
    TLB2_FEW = 4,    /* pages: few enough for any first TLB */
    TLB2_STRAY = 5,  /* pages from one to the next, if sets do not matter */
    TLB2_BEYOND = 3, /* times as many as the first TLB holds */
    TLB2_SEARCHES = 3,
    TLB2_PAGES = 8192,            /* the most pages of all blocks */
    TLB2_PLACES = 2 * TLB2_PAGES, /* the most places that a lap visits */
    TLB2_MIXED = 64               /* lines */
};
static const double TLB2_PAUSE_NS = 5e6;
/* No search begins after this time of the sweep: the machine is too busy, or there is nothing to
   find. */
static const double TLB2_SEARCH_NS = 0.8e9;
/* Blocks that fit add at most this part of a page walk. */
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
    double packed[TLB2_PLACES + 1]; /* cycles of that many lines; 0: not measured yet */
    size_t area, most; /* pages of the area, and the most that the first TLB may hold */
    size_t tlb1_pages; /* pages that the first TLB holds */
    double few, miss,
        walk; /* cycles of a hit in it, those that a miss adds, and those of a miss in both */
    size_t enough, start; /* times TLB1_PAGES; the page at which the first block begins */
    double begun_ns;
};

bool tlb2_late(const struct tlb2 *tlb2, double ns);

/* Measures how many pages the first TLB holds, and the cycles of a miss in it.  Returns whether
   that shows. */
bool tlb2_open(struct tlb2 *tlb2);

/* Returns COUNT blocks of EACH pages, one every APART pages.  With EACH 0, blocks have enough
   pages to exceed the first TLB. */
struct blocks tlb2_blocks(const struct tlb2 *tlb2, size_t apart, size_t count, size_t each);
bool tlb2_has_room(const struct tlb2 *tlb2, const struct blocks *blocks);

/* Writes the places of all blocks except number SPARED, of the first one only every STEP-th page.
   Returns their number. */
size_t tlb2_place(struct tlb2 *tlb2, const struct blocks *blocks, size_t spared, size_t step);

/* Adds a second place to each of the COUNT pages, at most TLB2_PAGES, in the other half of the
   page.  Returns the number of places. */
size_t tlb2_place_twice(struct tlb2 *tlb2, size_t count);

/* Returns the least cycles of COUNT packed lines. */
double tlb2_packed(struct tlb2 *tlb2, size_t count);

/* Return the cycles beyond a miss of the first TLB, for the pages of all BLOCKS except number
   SPARED: of one measurement; and the least of a few, or the first within LIMIT. */
double tlb2_over(struct tlb2 *tlb2, const struct blocks *blocks, size_t spared);
double tlb2_least_over(struct tlb2 *tlb2, const struct blocks *blocks, size_t spared, double limit);

/* Returns the cycles beyond a hit in the second TLB by which a visit certainly misses it. */
double tlb2_rise(const struct tlb2 *tlb2);

/* Returns whether BLOCKS add at most LIMIT. */
bool tlb2_fits(struct tlb2 *tlb2, const struct blocks *blocks, double limit);
/* Returns whether they do at once or a little later. */
bool tlb2_fits_yet(struct tlb2 *tlb2, const struct blocks *blocks, double limit);

/* Returns the fewest blocks, one every APART pages, that do not fit, and do not a little later
   either.  Returns 0 if MOST fit, there is no room, or the sweep has no time left. */
size_t tlb2_fewest(struct tlb2 *tlb2, size_t apart, size_t each, size_t most);

#endif
