/* cache.c - lookup and fill. */
#include "cache.h"

#include <stdlib.h>

struct cache {
    uint64_t *number;  /* sets x ways: of the line held, plus 1; 0 where there is none */
    uint64_t *seen;    /* sets x ways: the virtual address that it was filled under */
    uint64_t *sectors; /* sets x ways, or NULL: which of them are there */
    bool *dirty;       /* sets x ways */
    struct replacement *replacement;
    struct index index;
    size_t *held; /* sets: ways that hold a line */
    size_t ways, line_bytes, sector;
};

enum { MOST_SECTORS = 64 };

/* ---- opening ---- */

static bool possible_sector(const struct cache_geometry *geometry) {
    size_t sector = geometry->sector;
    return sector == 0 || ((sector & (sector - 1)) == 0 && geometry->line % sector == 0 &&
                           geometry->line / sector <= MOST_SECTORS);
}

bool cache_possible(const struct cache_geometry *geometry) {
    size_t line = geometry->line, ways = geometry->ways;
    bool fine = line > 0 && ((line & (line - 1)) == 0 || line % 8 == 0);
    return fine && ways > 0 && geometry->bytes > 0 && geometry->bytes / line / ways > 0 &&
           geometry->bytes % (ways * line) == 0 && possible_sector(geometry) &&
           (geometry->slices == 0 || (geometry->index == INDEX_HASHED &&
                                      geometry->bytes / line / ways % geometry->slices == 0));
}

static bool allocate(struct cache *cache, const struct cache_geometry *geometry, uint64_t seed) {
    size_t sets = (size_t)cache->index.sets.number, lines = sets * cache->ways;
    cache->number = calloc(lines, sizeof *cache->number);
    cache->seen = calloc(lines, sizeof *cache->seen);
    cache->held = calloc(sets, sizeof *cache->held);
    cache->dirty = calloc(lines, sizeof *cache->dirty);
    if (cache->sector > 0)
        cache->sectors = calloc(lines, sizeof *cache->sectors);
    cache->replacement = replacement_create(&geometry->policy, sets, cache->ways, seed);
    return cache->number != NULL && cache->seen != NULL && cache->held != NULL &&
           cache->dirty != NULL && cache->replacement != NULL &&
           (cache->sector == 0 || cache->sectors != NULL);
}

struct cache *cache_create(const struct cache_geometry *geometry, uint64_t seed) {
    struct cache *cache = cache_possible(geometry) ? calloc(1, sizeof *cache) : NULL;
    if (cache == NULL)
        return NULL;
    size_t sets = geometry->bytes / geometry->ways / geometry->line;
    cache->ways = geometry->ways;
    cache->line_bytes = geometry->line;
    cache->sector = geometry->sector < geometry->line ? geometry->sector : 0;
    cache->index = index_of(geometry->index, geometry->line, sets);
    index_slice(&cache->index, geometry->slices);
    if (allocate(cache, geometry, seed))
        return cache;
    cache_destroy(cache);
    return NULL;
}

void cache_destroy(struct cache *cache) {
    if (cache == NULL)
        return;
    free(cache->number);
    free(cache->seen);
    free(cache->held);
    free(cache->sectors);
    free(cache->dirty);
    replacement_destroy(cache->replacement);
    free(cache);
}

/* ---- lookup ---- */

/* The way of the set at FIRST that holds HELD, or the number of ways. */
static size_t find(const struct cache *cache, size_t first, uint64_t held) {
    const uint64_t *number = cache->number + first;
    size_t way = 0, ways = cache->ways;
    while (way < ways && number[way] != held)
        way++;
    return way;
}

/* Where PLACE is looked for, and where it was found. */
struct found {
    uint64_t held;
    size_t set, way, at; /* at: among the ways of all sets */
    uint64_t sector;     /* a bit */
    bool line, hit;
};

static struct found look(const struct cache *cache, const struct place *place) {
    struct found found = {.held = index_number(&cache->index, place->physical) + 1,
                          .set = index_set(&cache->index, place)};
    found.way = find(cache, found.set * cache->ways, found.held);
    found.at = found.set * cache->ways + found.way;
    found.hit = found.line = found.way < cache->ways;
    if (cache->sector > 0) {
        size_t within = (size_t)(place->physical % cache->line_bytes);
        found.sector = UINT64_C(1) << within / cache->sector;
        found.hit = found.line && (cache->sectors[found.at] & found.sector) != 0;
    }
    return found;
}

bool cache_lookup(struct cache *cache, const struct place *place) {
    struct found found = look(cache, place);
    if (found.hit)
        replacement_hit(cache->replacement, found.set, found.way);
    return found.hit;
}

bool cache_holds(const struct cache *cache, const struct place *place) {
    return look(cache, place).hit;
}

bool cache_soil(struct cache *cache, const struct place *place) {
    struct found found = look(cache, place);
    if (found.hit)
        cache->dirty[found.at] = true;
    return found.hit;
}

/* ---- coming and going ---- */

static struct evicted leave(struct cache *cache, size_t set, size_t at) {
    uint64_t number = cache->number[at];
    struct evicted evicted = {true, cache->dirty[at], {cache->seen[at], 0}};
    evicted.place.physical = (number - 1) * cache->line_bytes;
    cache->number[at] = 0;
    cache->dirty[at] = false;
    cache->held[set]--;
    return evicted;
}

/* The way for a new line; what was there leaves. */
static size_t make_room(struct cache *cache, size_t set, struct evicted *evicted) {
    if (cache->held[set] < cache->ways)
        return find(cache, set * cache->ways, 0);
    size_t way = replacement_victim(cache->replacement, set);
    *evicted = leave(cache, set, set * cache->ways + way);
    return way;
}

static size_t enter(struct cache *cache, const struct place *place, size_t set, size_t way) {
    size_t at = set * cache->ways + way;
    cache->number[at] = index_number(&cache->index, place->physical) + 1;
    cache->seen[at] = place->seen - place->physical % cache->line_bytes;
    cache->held[set]++;
    if (cache->sector > 0)
        cache->sectors[at] = 0;
    replacement_fill(cache->replacement, set, way);
    return at;
}

/* A line of sectors may be there already, without the one that was missed. */
struct evicted cache_fill(struct cache *cache, const struct place *place, bool dirty) {
    struct evicted evicted = {false, false, {0, 0}};
    struct found found = {.set = index_set(&cache->index, place), .line = false};
    if (cache->sector > 0)
        found = look(cache, place);
    if (found.line)
        replacement_hit(cache->replacement, found.set, found.way);
    else
        found.at = enter(cache, place, found.set, make_room(cache, found.set, &evicted));
    if (cache->sector > 0)
        cache->sectors[found.at] |= found.sector;
    cache->dirty[found.at] |= dirty;
    return evicted;
}

struct evicted cache_remove(struct cache *cache, const struct place *place) {
    struct found found = look(cache, place);
    if (!found.line)
        return (struct evicted){false, false, {0, 0}};
    replacement_empty(cache->replacement, found.set, found.way);
    return leave(cache, found.set, found.at);
}

bool cache_access(struct cache *cache, uint64_t address) {
    struct place place = {address, address};
    bool hit = cache_lookup(cache, &place);
    if (!hit)
        cache_fill(cache, &place, false);
    return hit;
}
