/* second.h - what the sweep of the second TLB measures with: blocks of pages at a distance. */
#ifndef SECOND_H
#define SECOND_H

#include "../common/places.h"

enum {
    SECOND_FEW = 4,    /* pages: few enough for any first TLB */
    SECOND_STRAY = 5,  /* pages from one to the next, where sets do not matter */
    SECOND_BEYOND = 3, /* times what the first TLB holds */
    SECOND_SEARCHES = 3,
    SECOND_PAGES = 8192,   /* of all blocks */
    SECOND_PLACES = 16384, /* that a lap visits */
    SECOND_MIXED = 64      /* lines */
};
static const double SECOND_PAUSE_NS = 5e6;
/* Of the sweep's time: from then on no search begins.  It is too busy here, or there is nothing to
   find. */
static const double SECOND_SEARCH_NS = 0.8e9;
/* What fits adds no more than such a part of a walk. */
static const double SECOND_PART = 0.125;

/* COUNT blocks of EACH pages, one every APART pages: the first ones, or those in KEPT. */
struct blocks {
    size_t start, apart, count, each;
    const size_t *kept;
};

struct second {
    struct places places;
    struct dice dice;
    size_t order[SECOND_PLACES], line[SECOND_MIXED];
    double packed[SECOND_PAGES + 1]; /* cycles of so many lines; 0: not known yet */
    size_t area, most;               /* pages; of those, that the first TLB may hold */
    size_t first;                    /* pages that the first TLB holds */
    double few, miss, walk;          /* cycles of a hit in it, what a miss adds, and one in both */
    size_t enough, start;            /* times FIRST; the page at which the first block begins */
    double begun_ns;
};

bool second_late(const struct second *second, double ns);

/* Finds what the first TLB holds, and what a miss in it costs.  Returns whether that shows. */
bool second_open(struct second *second);

/* COUNT blocks so far APART of EACH pages, or, where that is 0, of as many as are enough. */
struct blocks second_blocks(const struct second *second, size_t apart, size_t count, size_t each);
bool second_has_room(const struct second *second, const struct blocks *blocks);

/* Their places, SPARED of the blocks left out; of the first one every STEP-th page is in.  Returns
   how many. */
size_t second_place(struct second *second, const struct blocks *blocks, size_t spared, size_t step);

/* Cycles of as many lines that are packed, at their best. */
double second_packed(struct second *second, size_t count);

/* What the pages of all BLOCKS but SPARED cost beyond misses of the first TLB; and the least of a
   few that are more than LIMIT. */
double second_over(struct second *second, const struct blocks *blocks, size_t spared);
double second_least_over(struct second *second, const struct blocks *blocks, size_t spared,
                         double limit);

/* What is surely no hit in the second TLB takes as much more than one. */
double second_rise(const struct second *second);
bool second_fits(struct second *second, const struct blocks *blocks, double limit);
/* Or a little later. */
bool second_fits_yet(struct second *second, const struct blocks *blocks, double limit);

/* The fewest blocks so far APART that do not fit, or 0 where MOST do; it must be so a little later,
   too. */
size_t second_fewest(struct second *second, size_t apart, size_t each, size_t most);

#endif
