/* tlb.h - the cost of a translation. */
#ifndef SIM_TLB_H
#define SIM_TLB_H

#include "cache.h"
#include "skewed.h"

enum { SIM_TLBS = 2 };

/* HUGE_ENTRIES 0: small and huge pages share entries. */
struct sim_tlb {
    size_t entries, ways, huge_entries, huge_ways;
    struct policy policy;
    enum index_kind index;
    double cycles;    /* cost of a hit in this level; 0 in the first */
    bool loads_only;  /* stores do not look here */
    bool skewed;      /* each way has a hash of its own */
    size_t coalesces; /* pages that an entry may hold if their frames are adjacent */
};

/* The page walk, and its cache of second-level entries, each for 512 pages. */
struct sim_walk {
    double cycles, cached; /* CACHED: with a hit in that cache */
    size_t entries;        /* 0: there is no such cache */
    bool loads;            /* the last table's entry is loaded through the data caches */
};

struct tlb {
    const struct sim_tlb *level;
    struct sim_walk walk;
    struct cache *small[SIM_TLBS], *huge[SIM_TLBS], *upper;
    struct skewed *skewed[SIM_TLBS]; /* in place of SMALL, or NULL */
    size_t levels;
    size_t hit; /* the level that had the last translation, or the number of levels after a walk */
    uint64_t newest; /* the last page that was looked up in the first level, plus 1; 0: unknown */
    bool newest_huge;
    struct tlb *behind; /* its levels except the first are looked up next; NULL: none */
    bool coalesces;     /* an entry of some level may hold several pages */
};

/* Opens LEVELS levels; LEVEL must live as long.  Without levels translations are free.  Returns
   false as hierarchy_open does. */
bool tlb_open(struct tlb *tlb, const struct sim_tlb *level, size_t levels,
              const struct sim_walk *walk, uint64_t seed);
void tlb_close(struct tlb *tlb);

/* Returns the cycles of a translation.  NUMBER is the page's, in units of its own size.  TOGETHER
   of its aligned neighbours, a power of two, have adjacent frames. */
double tlb_look(struct tlb *tlb, uint64_t number, bool huge, bool store, size_t together);

/* The same, inline for a load on the page of the load before, which is the most frequent case. */
static inline double tlb_cycles(struct tlb *tlb, uint64_t number, bool huge, bool store,
                                size_t together) {
    bool same = tlb->newest == number + 1 && tlb->newest_huge == huge;
    tlb->hit = 0;
    return same && !(store && tlb->level->loads_only)
               ? tlb->level->cycles
               : tlb_look(tlb, number, huge, store, together);
}

/* Did no level have the last translation? */
static inline bool tlb_walked(const struct tlb *tlb) {
    bool missed = tlb->levels > 0 && tlb->hit == tlb->levels;
    return missed && (tlb->behind == NULL || tlb->behind->hit == tlb->behind->levels);
}

#endif
