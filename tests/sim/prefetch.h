/* prefetch.h - what is fetched though nobody asked for it. */
#ifndef SIM_PREFETCH_H
#define SIM_PREFETCH_H

#include "frames.h"
#include "hierarchy.h"

/* PREFETCH_NEXT: a miss brings the next line as well.  PREFETCH_PAIR: the other one of the aligned
   pair.  PREFETCH_STRIDE: after three loads of a page the same distance apart, the lines further
   on.  PREFETCH_POINTER: what the other words of a line that came in point to, as Apple's does
   with arrays of pointers (Augury, 2022); the word that was loaded gains nothing by it, since its
   own load is as soon.

   None of them takes time of its own, and none but the last, which translates, crosses a small
   page. */
enum prefetch_kind { PREFETCH_NEXT, PREFETCH_PAIR, PREFETCH_STRIDE, PREFETCH_POINTER };

enum { SIM_PREFETCHERS = 4, STREAMS = 16 };

struct sim_prefetcher {
    enum prefetch_kind kind;
    size_t into;  /* the nearest level that it fills, from 0 */
    size_t depth; /* lines ahead */
};

struct stream {
    uint64_t page; /* plus 1 */
    int64_t last, distance;
    unsigned seen;
    uint64_t used;
};

struct prefetcher {
    const struct sim_prefetcher *description;
    struct stream stream[STREAMS];
    uint64_t now;
};

/* What was loaded: a word of a region, served by a level. */
struct loaded {
    const struct region *region;
    uint64_t offset;
    size_t level;
};

void prefetch_after(struct prefetcher *prefetcher, struct hierarchy *hierarchy,
                    const struct loaded *loaded);

#endif
