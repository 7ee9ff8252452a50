/* hierarchy.c - fills, evictions and stores across the levels of cache. */
#include "hierarchy.h"

#include <string.h>

bool hierarchy_open(struct hierarchy *hierarchy, const struct sim_level *level, size_t levels,
                    const struct sim_memory *memory, uint64_t seed) {
    memset(hierarchy, 0, sizeof *hierarchy);
    hierarchy->level = level;
    hierarchy->memory = *memory;
    for (; hierarchy->levels < levels; hierarchy->levels++) {
        size_t i = hierarchy->levels;
        hierarchy->takes_victims[i] = level[i].kind >= LEVEL_VICTIM;
        hierarchy->cache[i] = cache_create(&level[i].cache, seed + i);
        if (hierarchy->cache[i] == NULL)
            return false;
    }
    return true;
}

void hierarchy_close(struct hierarchy *hierarchy) {
    for (size_t i = 0; i < hierarchy->levels; i++)
        cache_destroy(hierarchy->cache[i]);
    hierarchy->levels = 0;
}

double hierarchy_cycles(const struct hierarchy *hierarchy, size_t level) {
    if (level == hierarchy->levels)
        return hierarchy->memory.cycles;
    return hierarchy->level[level].cycles +
           (level + 1 == hierarchy->levels ? hierarchy->contended : 0);
}

static double store_interval(const struct hierarchy *hierarchy, size_t level) {
    return level < hierarchy->levels ? hierarchy->level[level].store : hierarchy->memory.store;
}

/* ---- evictions ---- */

static void write_back(struct hierarchy *hierarchy, size_t level, const struct place *place) {
    size_t i = level + 1;
    hierarchy->written_back += store_interval(hierarchy, i);
    for (; i < hierarchy->levels && hierarchy->level[i].write_through; i++)
        hierarchy->written_back += store_interval(hierarchy, i + 1);
    for (; i < hierarchy->levels; i++)
        if (cache_soil(hierarchy->cache[i], place))
            return;
}

/* Removes the line that LEVEL has evicted from the levels above, which may hold it as several
   lines. */
static void back_invalidate(struct hierarchy *hierarchy, size_t level, struct evicted *evicted) {
    size_t bytes = hierarchy->level[level].cache.line;
    for (size_t i = 0; i < level; i++) {
        size_t step = hierarchy->level[i].cache.line;
        for (size_t offset = 0; offset < bytes; offset += step) {
            struct place place = {evicted->place.seen + offset, evicted->place.physical + offset};
            evicted->dirty |= cache_remove(hierarchy->cache[i], &place).dirty;
        }
    }
}

static void fill(struct hierarchy *hierarchy, size_t level, const struct place *place, bool dirty) {
    struct evicted evicted = cache_fill(hierarchy->cache[level], place, dirty);
    if (!evicted.any)
        return;
    if (hierarchy->level[level].kind == LEVEL_INCLUSIVE)
        back_invalidate(hierarchy, level, &evicted);
    if (hierarchy->takes_victims[level + 1])
        fill(hierarchy, level + 1, &evicted.place, evicted.dirty);
    else if (evicted.dirty)
        write_back(hierarchy, level, &evicted.place);
}

/* ---- loads ---- */

/* Returns whether code bypasses the level, which holds data only. */
static bool is_passed(const struct hierarchy *hierarchy, size_t level, bool code) {
    return code && hierarchy->level[level].data_only;
}

/* Looks the place up in level FROM and those behind it, and fills it into level TO and those
   behind.  Returns the level that had it. */
static inline size_t bring(struct hierarchy *hierarchy, size_t from, size_t to,
                           const struct place *place, bool code) {
    size_t hit = from;
    bool dirty = false;
    while (hit < hierarchy->levels &&
           (is_passed(hierarchy, hit, code) || !cache_lookup(hierarchy->cache[hit], place)))
        hit++;
    if (hit > to && hierarchy->takes_victims[hit])
        dirty = cache_remove(hierarchy->cache[hit], place).dirty;
    for (size_t i = hit; i-- > to;)
        if (!hierarchy->takes_victims[i] && !is_passed(hierarchy, i, code)) {
            fill(hierarchy, i, place, dirty);
            dirty = false;
        }
    return hit;
}

size_t hierarchy_fetch(struct hierarchy *hierarchy, size_t from, const struct place *place) {
    return bring(hierarchy, from, from, place, false);
}

void hierarchy_flush(struct hierarchy *hierarchy, const struct place *place) {
    for (size_t i = 0; i < hierarchy->levels; i++)
        cache_remove(hierarchy->cache[i], place);
}

void hierarchy_intrude(struct hierarchy *hierarchy, const struct place *place) {
    size_t last = hierarchy->levels - 1;
    if (hierarchy->levels > 0 && !cache_lookup(hierarchy->cache[last], place))
        fill(hierarchy, last, place, false);
}

/* ---- code ---- */

/* Code is loaded as data is, but into the instruction cache, whose victims go to the first level
   that holds code. */
double hierarchy_execute(struct hierarchy *hierarchy, struct cache *code,
                         const struct place *place) {
    size_t first = 0;
    if (code != NULL && cache_lookup(code, place))
        return 0;
    size_t hit = bring(hierarchy, 0, 0, place, true);
    if (code == NULL)
        return hit > 0 ? hierarchy_cycles(hierarchy, hit) : 0;
    struct evicted evicted = cache_fill(code, place, false);
    while (first < hierarchy->levels && is_passed(hierarchy, first, true))
        first++;
    if (evicted.any && hierarchy->takes_victims[first])
        fill(hierarchy, first, &evicted.place, false);
    return hierarchy_cycles(hierarchy, hit);
}

/* ---- stores ---- */

/* Returns the cycles of a store that arrives at LEVEL. */
static double store_at(struct hierarchy *hierarchy, size_t level, const struct place *place) {
    double cycles = 0;
    if (level == hierarchy->levels)
        return hierarchy->memory.store;
    const struct sim_level *here = &hierarchy->level[level];
    bool held = here->write_through ? cache_lookup(hierarchy->cache[level], place)
                                    : cache_write(hierarchy->cache[level], place);
    if (held && !here->write_through)
        return here->store;
    if (!held && !here->no_allocate && here->kind < LEVEL_VICTIM) {
        size_t hit = bring(hierarchy, level + 1, level, place, false);
        cycles = hierarchy_cycles(hierarchy, hit) / (double)hierarchy->memory.in_flight;
        held = true;
    }
    if (!held || here->write_through)
        return cycles + store_at(hierarchy, level + 1, place);
    cache_soil(hierarchy->cache[level], place);
    return cycles > here->store ? cycles : here->store;
}

double hierarchy_store(struct hierarchy *hierarchy, const struct place *place) {
    hierarchy->written_back = 0;
    double cycles = store_at(hierarchy, 0, place);
    return cycles + hierarchy->written_back;
}
