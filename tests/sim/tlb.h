/* tlb.h - what a translation costs. */
#ifndef SIM_TLB_H
#define SIM_TLB_H

#include "cache.h"

enum { SIM_TLBS = 2 };

/* HUGE_ENTRIES 0: entries are of small and huge pages alike. */
struct sim_tlb {
    size_t entries, ways, huge_entries, huge_ways;
    struct policy policy;
    enum index_kind index;
    double cycles;    /* that a hit in it costs: 0 in the first */
    bool loads_only;  /* stores do not look here */
    size_t coalesces; /* an entry may hold so many neighbours, whose frames are neighbours too */
};

/* The walk of the tables, and its cache of second-level entries, each for 512 pages. */
struct sim_walk {
    double cycles, cached; /* cached: with a hit in that cache */
    size_t entries;        /* 0: there is none */
    bool loads;            /* the last table's entry comes through the data caches */
};

struct tlb {
    const struct sim_tlb *level;
    struct sim_walk walk;
    struct cache *small[SIM_TLBS], *huge[SIM_TLBS], *upper;
    size_t levels;
    size_t hit;      /* the level that had the last translation; behind all is the walk */
    uint64_t newest; /* the page that the first level was asked for last, plus 1; 0: unknown */
    bool newest_huge;
    struct tlb *behind; /* whose levels but the first are asked next; NULL: the walk comes next */
    bool coalesces;     /* an entry of some level may hold several pages */
};

/* LEVEL must live as long; no level: translations are free.  Returns false as hierarchy_open. */
bool tlb_open(struct tlb *tlb, const struct sim_tlb *level, size_t levels,
              const struct sim_walk *walk, uint64_t seed);
void tlb_close(struct tlb *tlb);

/* NUMBER is the page's, in units of its own size; so many of its aligned neighbours, a power of
   two, stand TOGETHER in memory. */
double tlb_look(struct tlb *tlb, uint64_t number, bool huge, bool store, size_t together);

/* The same.  Most loads are on the page of the one before, where a call is not worth its cost. */
static inline double tlb_cycles(struct tlb *tlb, uint64_t number, bool huge, bool store,
                                size_t together) {
    bool same = tlb->newest == number + 1 && tlb->newest_huge == huge;
    tlb->hit = 0;
    return same && !(store && tlb->level->loads_only)
               ? tlb->level->cycles
               : tlb_look(tlb, number, huge, store, together);
}

#endif
