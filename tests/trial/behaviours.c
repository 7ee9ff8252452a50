/* behaviours.c - recognises behaviours in the description of a simulated machine. */
#include "behaviours.h"

static bool is_power_of_two(size_t number) {
    return number != 0 && (number & (number - 1)) == 0;
}

static bool of_level(const struct sim_level *level, bool first, enum behaviour behaviour) {
    const struct cache_geometry *cache = &level->cache;
    switch (behaviour) {
    case INSERTS_BIMODALLY:
        return cache->policy.kind == POLICY_QLRU && cache->policy.qlru.bimodal > 0;
    case IS_HASHED:
        return cache->index == INDEX_HASHED;
    case IS_PARTLY_HASHED:
        return cache->index == INDEX_PARTLY;
    case IS_VIRTUAL:
        return cache->index == INDEX_VIRTUAL;
    case IS_INCLUSIVE:
        return level->kind == LEVEL_INCLUSIVE;
    case IS_VICTIM:
        return level->kind == LEVEL_VICTIM;
    case IS_BESIDE:
        return level->kind == LEVEL_BESIDE;
    case IS_SECTORED:
        return cache->sector > 0;
    case WRITES_THROUGH:
        return level->write_through;
    case NOT_ALLOCATING:
        return level->no_allocate;
    case IS_UNIFIED_FIRST:
        return first && !level->data_only;
    case IS_DATA_ONLY_BEHIND:
        return !first && level->data_only && level->kind != LEVEL_BESIDE;
    case IS_DIRECT_MAPPED:
        return cache->ways == 1;
    case HAS_NO_SETS:
        return cache->ways * cache->line == cache->bytes;
    case HAS_ODD_WAYS:
        return !is_power_of_two(cache->ways);
    case HAS_ODD_LINE:
        return !is_power_of_two(cache->line);
    default:
        return behaviour <= REPLACES_QLRU && cache->policy.kind == (enum policy_kind)behaviour;
    }
}

/* A level and the one before it. */
static bool of_two_levels(const struct sim_level *before, const struct sim_level *level,
                          enum behaviour behaviour) {
    if (level->kind == LEVEL_BESIDE || before->kind == LEVEL_BESIDE)
        return false;
    switch (behaviour) {
    case HAS_ANOTHER_LINE:
        return level->cache.line != before->cache.line;
    case HAS_AT_MOST_TWICE_THE_BYTES:
        return level->cache.bytes <= 2 * before->cache.bytes;
    default:
        return behaviour == HAS_AT_MOST_TWICE_THE_LATENCY && level->cycles <= 2 * before->cycles;
    }
}

static bool of_levels(const struct sim_machine *sim, enum behaviour behaviour) {
    const struct cache_geometry *first = &sim->level[0].cache;
    size_t levels = 0;
    for (size_t i = 0; i < sim->levels; i++)
        levels += sim->level[i].kind != LEVEL_BESIDE;
    switch (behaviour) {
    case HAS_NO_CACHE:
        return levels == 0;
    case HAS_ONE_LEVEL:
        return levels == 1;
    case HAS_FOUR_LEVELS:
        return levels == 4;
    default:
        return behaviour == HAS_WAY_ABOVE_PAGE && sim->levels > 0 &&
               first->bytes / first->ways > sim->pages.bytes;
    }
}

static bool of_tlb(const struct sim_tlb *tlb, enum behaviour behaviour) {
    switch (behaviour) {
    case HAS_TLB_WITHOUT_SETS:
        return tlb->ways == tlb->entries;
    case HAS_TLB_WITH_SETS:
        return tlb->ways < tlb->entries;
    case HAS_ODD_TLB:
        return !is_power_of_two(tlb->entries);
    case HAS_SKEWED_TLB:
        return tlb->index == INDEX_HASHED || tlb->skewed;
    case HAS_RANDOM_TLB:
        return tlb->policy.kind == POLICY_RANDOM;
    case HAS_HUGE_ENTRIES:
        return tlb->huge_entries > 0;
    case HAS_LOADS_ONLY_TLB:
        return tlb->loads_only;
    default:
        return behaviour == COALESCES && tlb->coalesces > 1;
    }
}

static bool of_pages(const struct sim_pages *pages, enum behaviour behaviour) {
    switch (behaviour) {
    case IS_SCATTERED:
        return pages->frames == FRAMES_SCATTERED;
    case IS_CONTIGUOUS:
        return pages->frames == FRAMES_CONTIGUOUS;
    case IS_SPLINTERED:
        return pages->frames == FRAMES_SPLINTERED;
    case IS_PROMOTED:
        return pages->frames == FRAMES_PROMOTED;
    case HAS_BIG_PAGES:
        return pages->bytes > 4096;
    default:
        return behaviour == HAS_ZEROS_APART && pages->zeros_apart;
    }
}

static bool of_translation(const struct sim_machine *sim, enum behaviour behaviour) {
    switch (behaviour) {
    case HAS_ONE_TLB:
        return sim->tlbs == 1;
    case HAS_TWO_TLBS:
        return sim->tlbs == 2;
    case HAS_ONE_TLB_OF_CODE:
        return sim->itlbs == 1;
    case HAS_TWO_TLBS_OF_CODE:
        return sim->itlbs == 2;
    case HAS_TLB_WITHIN_L1:
        return sim->tlbs > 0 && sim->levels > 0 &&
               sim->tlb[0].entries * sim->pages.bytes < sim->level[0].cache.bytes;
    case LOADS_IN_WALKS:
        return sim->walk.loads;
    default:
        return behaviour == SHARES_TLB_WITH_CODE && sim->itlb_shares;
    }
}

static bool of_cpus(const struct sim_cpus *cpus, enum behaviour behaviour) {
    switch (behaviour) {
    case HAS_THREADS:
        return cpus->threads > 1;
    case HAS_MODULES:
        return cpus->module > 1;
    case HAS_TWO_KINDS:
        return cpus->slow > 0;
    case HAS_QUOTA:
        return cpus->quota > 0;
    case HAS_NODES:
        return cpus->count > 0 && cpus_nodes(cpus) > 1;
    case IS_UNPINNED:
        return cpus->free;
    default:
        return behaviour == IS_MOVED && cpus->moved_ms > 0;
    }
}

static bool of_core(const struct sim_machine *sim, enum behaviour behaviour) {
    switch (behaviour) {
    case IS_32_BIT:
        return sim->execute.operations > 0 && execute_find(&sim->execute, OP_ADD, "i64") == NULL;
    case NO_FLUSH:
        return sim->no_flush;
    case KEEPS_DECODED:
        return sim->decoded.entries > 0;
    case COUNTS_WALKS:
        return sim->counters.walks;
    default:
        return behaviour == COUNTS_TWICE && sim->counters.errata != 0;
    }
}

static bool of_noise(const struct noise *noise, enum behaviour behaviour) {
    switch (behaviour) {
    case HAS_USUAL_NOISE:
        return !(noise->jitter > 0);
    case EVICTS_WHEN_PREEMPTED:
        return noise->evicted > 0;
    case HAS_NEIGHBOUR:
        return noise->neighbour > 0;
    case HAS_THREAD_BESIDE:
        return noise->beside > 0 || noise->taken > 0;
    case CHANGES_CLOCK:
        return noise->change_us > 0;
    default:
        return behaviour == HAS_COARSE_CLOCK && noise->step_ns > 1;
    }
}

bool has_behaviour(const struct sim_machine *sim, enum behaviour behaviour) {
    for (size_t i = 0; i < sim->levels; i++)
        if (of_level(&sim->level[i], i == 0, behaviour) ||
            (i > 0 && of_two_levels(&sim->level[i - 1], &sim->level[i], behaviour)))
            return true;
    for (size_t i = 0; i < sim->tlbs; i++)
        if (of_tlb(&sim->tlb[i], behaviour))
            return true;
    for (size_t i = 0; i < sim->itlbs; i++)
        if (of_tlb(&sim->itlb[i], behaviour))
            return true;
    for (size_t i = 0; i < sim->prefetchers; i++)
        if (behaviour == (enum behaviour)(PREFETCHES_NEXT + (int)sim->prefetcher[i].kind))
            return true;
    return of_levels(sim, behaviour) || of_pages(&sim->pages, behaviour) ||
           of_translation(sim, behaviour) || of_core(sim, behaviour) ||
           of_noise(&sim->noise, behaviour) || of_cpus(&sim->cpus, behaviour);
}
