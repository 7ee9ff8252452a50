/* prefetch.h - lines that are fetched without a load. */
#ifndef SIM_PREFETCH_H
#define SIM_PREFETCH_H

#include "frames.h"
#include "hierarchy.h"

/* PREFETCH_NEXT: a miss brings the next line as well.  PREFETCH_PAIR: a miss brings the other line
   of the aligned pair.  PREFETCH_STRIDE: after three loads at equal distances on a page it brings
   the lines that follow.  PREFETCH_POINTER: a miss brings the lines to which the other words of the
   line point, as Apple's does with arrays of pointers (Augury, 2022).  The loaded word's own target
   would be loaded as early anyway.

   A prefetch takes no time of its own.  Only PREFETCH_POINTER, which translates addresses, crosses
   a small page. */
enum prefetch_kind { PREFETCH_NEXT, PREFETCH_PAIR, PREFETCH_STRIDE, PREFETCH_POINTER };

enum { SIM_PREFETCHERS = 4, STREAMS = 16 };

struct sim_prefetcher {
    enum prefetch_kind kind;
    size_t into;  /* the nearest level that it fills, from 0 on; the file counts from 1 */
    size_t depth; /* lines ahead */
};

struct stream {
    uint64_t page; /* its number plus 1 */
    int64_t last, distance;
    unsigned seen;
    uint64_t used;
};

struct prefetcher {
    const struct sim_prefetcher *description;
    struct stream stream[STREAMS];
    uint64_t now;
};

/* A load: a word of a region, and the level that served it. */
struct loaded {
    const struct region *region;
    uint64_t offset;
    size_t level;
};

void prefetch_after(struct prefetcher *prefetcher, struct hierarchy *hierarchy,
                    const struct loaded *loaded);

#endif
