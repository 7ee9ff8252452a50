/* tlb.c - a TLB as a cache whose lines are pages. */
#include "tlb.h"

#include <string.h>

static struct cache *create(const struct sim_tlb *level, size_t entries, size_t ways,
                            uint64_t seed) {
    struct cache_geometry geometry = {
        .bytes = entries, .ways = ways, .line = 1, .index = level->index, .policy = level->policy};
    return cache_create(&geometry, seed);
}

static bool open_level(struct tlb *tlb, size_t i, uint64_t seed) {
    const struct sim_tlb *level = &tlb->level[i];
    if (level->skewed)
        tlb->skewed[i] = skewed_create(level->entries, level->ways, &level->policy, seed + i);
    else
        tlb->small[i] = create(level, level->entries, level->ways, seed + i);
    if (level->huge_entries > 0)
        tlb->huge[i] = create(level, level->huge_entries, level->huge_ways, seed + i);
    tlb->coalesces |= level->coalesces > 1;
    return (tlb->small[i] != NULL || tlb->skewed[i] != NULL) &&
           (level->huge_entries == 0 || tlb->huge[i] != NULL);
}

bool tlb_open(struct tlb *tlb, const struct sim_tlb *level, size_t levels,
              const struct sim_walk *walk, uint64_t seed) {
    static const struct sim_tlb upper = {.policy = {.kind = POLICY_LRU}};
    memset(tlb, 0, sizeof *tlb);
    tlb->level = level;
    tlb->walk = *walk;
    if (walk->entries > 0)
        tlb->upper = create(&upper, walk->entries, walk->entries, 0);
    bool fine = walk->entries == 0 || tlb->upper != NULL;
    for (; fine && tlb->levels < levels; tlb->levels++)
        fine = open_level(tlb, tlb->levels, seed);
    return fine;
}

void tlb_close(struct tlb *tlb) {
    for (size_t i = 0; i < SIM_TLBS; i++) {
        cache_destroy(tlb->small[i]);
        cache_destroy(tlb->huge[i]);
        skewed_destroy(tlb->skewed[i]);
    }
    cache_destroy(tlb->upper);
}

/* The page table of a huge page has one level less, so that the walk's cache holds the entry
   itself. */
static double walk(struct tlb *tlb, uint64_t number, bool huge) {
    uint64_t table = huge ? number : number / 512;
    bool cached = tlb->upper != NULL && cache_access(tlb->upper, table);
    return cached ? tlb->walk.cached : tlb->walk.cycles;
}

/* Looks among the entries of small pages. */
static bool look_at(struct tlb *tlb, size_t level, uint64_t number) {
    return tlb->skewed[level] != NULL ? skewed_access(tlb->skewed[level], number)
                                      : cache_access(tlb->small[level], number);
}

/* If huge pages have no entries of their own, a high bit of the number distinguishes them from
   small pages, and another bit marks entries for several pages. */
static bool look(struct tlb *tlb, size_t level, uint64_t number, bool huge, size_t together) {
    size_t coalesces = tlb->level[level].coalesces;
    if (huge && tlb->huge[level] != NULL)
        return cache_access(tlb->huge[level], number);
    if (huge)
        return look_at(tlb, level, number | UINT64_C(1) << 60);
    bool several = coalesces > 1 && together >= coalesces;
    return look_at(tlb, level, several ? number / coalesces | UINT64_C(1) << 59 : number);
}

/* Using the newest entry again changes nothing, except under quad-age LRU, where each use
   counts. */
static void remember(struct tlb *tlb, uint64_t number, bool huge) {
    tlb->newest = tlb->level->policy.kind == POLICY_QLRU ? 0 : number + 1;
    tlb->newest_huge = huge;
}

/* Looks the page up from level FIRST on. */
static double look_from(struct tlb *tlb, size_t first, uint64_t number, bool huge, bool store,
                        size_t together) {
    for (size_t i = first; i < tlb->levels; i++) {
        tlb->hit = i;
        if (store && tlb->level[i].loads_only)
            continue;
        if (i == 0)
            remember(tlb, number, huge);
        if (look(tlb, i, number, huge, together))
            return tlb->level[i].cycles;
    }
    tlb->hit = tlb->levels;
    return tlb->behind != NULL ? look_from(tlb->behind, 1, number, huge, store, together)
                               : walk(tlb, number, huge);
}

double tlb_look(struct tlb *tlb, uint64_t number, bool huge, bool store, size_t together) {
    return tlb->levels > 0 ? look_from(tlb, 0, number, huge, store, together) : 0;
}
