/* tlb2_blocks.h - what the sweep of the second TLB measures with: blocks of pages at a distance. */
#ifndef TLB2_BLOCKS_H
#define TLB2_BLOCKS_H

#include "../common/places.h"

enum {
    TLB2_FEW = 4,    /* pages: few enough for any first TLB */
    TLB2_STRAY = 5,  /* pages from one to the next, where sets do not matter */
    TLB2_BEYOND = 3, /* times what the first TLB holds */
    TLB2_SEARCHES = 3,
    TLB2_PAGES = 8192,   /* of all blocks */
    TLB2_PLACES = 16384, /* that a lap visits */
    TLB2_MIXED = 64      /* lines */
};
static const double TLB2_PAUSE_NS = 5e6;
/* Of the sweep's time: from then on no search begins.  It is too busy here, or there is nothing to
   find. */
static const double TLB2_SEARCH_NS = 0.8e9;
/* What fits adds no more than such a part of a walk. */
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

/* Finds what the first TLB holds, and what a miss in it costs.  Returns whether that shows. */
bool tlb2_open(struct tlb2 *tlb2);

/* COUNT blocks so far APART of EACH pages, or, where that is 0, of as many as are enough. */
struct blocks tlb2_blocks(const struct tlb2 *tlb2, size_t apart, size_t count, size_t each);
bool tlb2_has_room(const struct tlb2 *tlb2, const struct blocks *blocks);

/* Their places, SPARED of the blocks left out; of the first one every STEP-th page is in.  Returns
   how many. */
size_t tlb2_place(struct tlb2 *tlb2, const struct blocks *blocks, size_t spared, size_t step);

/* Cycles of as many lines that are packed, at their best. */
double tlb2_packed(struct tlb2 *tlb2, size_t count);

/* What the pages of all BLOCKS but SPARED cost beyond misses of the first TLB; and the least of a
   few that are more than LIMIT. */
double tlb2_over(struct tlb2 *tlb2, const struct blocks *blocks, size_t spared);
double tlb2_least_over(struct tlb2 *tlb2, const struct blocks *blocks, size_t spared, double limit);

/* What is surely no hit in the second TLB takes as much more than one. */
double tlb2_rise(const struct tlb2 *tlb2);
bool tlb2_fits(struct tlb2 *tlb2, const struct blocks *blocks, double limit);
/* Or a little later. */
bool tlb2_fits_yet(struct tlb2 *tlb2, const struct blocks *blocks, double limit);

/* The fewest blocks so far APART that do not fit, or 0 where MOST do; it must be so a little later,
   too. */
size_t tlb2_fewest(struct tlb2 *tlb2, size_t apart, size_t each, size_t most);

#endif
