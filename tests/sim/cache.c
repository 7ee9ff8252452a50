/* cache.c - lookup and fill. */
#include "cache.h"

#include <stdlib.h>

/* Side by side: a large cache of the simulated machine is larger than those of the real one. */
struct line {
    uint64_t number; /* plus 1; 0 where there is none */
    uint64_t seen;   /* the virtual address that it was filled under, and whether it is DIRTY */
};

struct cache {
    struct line *line; /* sets x ways */
    uint64_t *prints;  /* sets x words: of each of their numbers a byte, as find has it */
    uint64_t *sectors; /* sets x ways, or NULL: which of them are there */
    uint32_t *held;    /* sets: ways that hold a line */
    struct replacement *replacement;
    struct index index;
    size_t ways, words, line_bytes, sector;
};

enum { MOST_SECTORS = 64, WORD = 8 /* bytes */, DIRTY = 1 /* no line begins there */ };

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
           policy_possible(&geometry->policy, ways) &&
           (geometry->slices == 0 || (geometry->index == INDEX_HASHED &&
                                      geometry->bytes / line / ways % geometry->slices == 0));
}

static bool allocate(struct cache *cache, const struct cache_geometry *geometry, uint64_t seed) {
    size_t sets = (size_t)cache->index.sets.number, lines = sets * cache->ways;
    cache->words = (cache->ways + WORD - 1) / WORD;
    cache->line = calloc(lines, sizeof *cache->line);
    cache->prints = calloc(sets * cache->words, sizeof *cache->prints);
    cache->held = calloc(sets, sizeof *cache->held);
    if (cache->sector > 0)
        cache->sectors = calloc(lines, sizeof *cache->sectors);
    cache->replacement = replacement_create(&geometry->policy, sets, cache->ways, seed);
    return cache->line != NULL && cache->prints != NULL && cache->held != NULL &&
           cache->replacement != NULL && (cache->sector == 0 || cache->sectors != NULL);
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
    free(cache->line);
    free(cache->prints);
    free(cache->sectors);
    free(cache->held);
    replacement_destroy(cache->replacement);
    free(cache);
}

/* ---- lookup ---- */

static const uint64_t ONES = UINT64_C(0x0101010101010101), TOPS = UINT64_C(0x8080808080808080);

static uint64_t print_of(uint64_t held) {
    return held * UINT64_C(0x9e3779b97f4a7c15) >> 56;
}

/* The number of the lowest byte that is not 0 in FLAGS, where only top bits are set. */
static size_t lowest_byte(uint64_t flags) {
    return (size_t)((((flags & (~flags + 1)) - 1) & ONES) * ONES >> 56) - 1;
}

/* The first way of SET with HELD, which is a line's number plus 1, or as many as there are ways.
   Eight ways' prints are looked at together, since this is most of what the simulator does: a byte
   that is 0 borrows from its top bit (Mycroft 1987), and some above it may, which their numbers
   tell. */
static inline size_t find(const struct cache *cache, size_t set, uint64_t held) {
    const struct line *line = cache->line + set * cache->ways;
    const uint64_t *prints = cache->prints + set * cache->words;
    uint64_t wanted = print_of(held) * ONES;
    for (size_t word = 0; word < cache->words; word++) {
        uint64_t differ = prints[word] ^ wanted;
        for (uint64_t same = (differ - ONES) & ~differ & TOPS; same != 0; same &= same - 1) {
            size_t way = word * WORD + lowest_byte(same);
            if (way < cache->ways && line[way].number == held)
                return way;
        }
    }
    return cache->ways;
}

static inline void hold(struct cache *cache, size_t set, size_t way, uint64_t held) {
    uint64_t *word = &cache->prints[set * cache->words + way / WORD];
    size_t bit = way % WORD * 8;
    *word = (*word & ~(UINT64_C(255) << bit)) | print_of(held) << bit;
    cache->line[set * cache->ways + way].number = held;
}

static uint64_t number_of(const struct cache *cache, const struct place *place) {
    return index_number(&cache->index, place->physical) + 1;
}

static uint64_t within_line(const struct cache *cache, const struct place *place) {
    return remainder_of(&cache->index.line, place->physical);
}

/* Which sector of its line, as a bit. */
static uint64_t sector_of(const struct cache *cache, const struct place *place) {
    return UINT64_C(1) << within_line(cache, place) / cache->sector;
}

/* Where PLACE is looked for, and where it was found. */
struct found {
    size_t set, way; /* there is no such way where it is not */
    size_t at;       /* among the ways of all sets */
};

static inline struct found look(const struct cache *cache, const struct place *place) {
    struct found found = {.set = index_set(&cache->index, place)};
    found.way = find(cache, found.set, number_of(cache, place));
    found.at = found.set * cache->ways + found.way;
    return found;
}

static inline bool is_hit(const struct cache *cache, const struct found *found,
                          const struct place *place) {
    return found->way < cache->ways &&
           (cache->sector == 0 || (cache->sectors[found->at] & sector_of(cache, place)) != 0);
}

bool cache_lookup(struct cache *cache, const struct place *place) {
    struct found found = look(cache, place);
    bool hit = is_hit(cache, &found, place);
    if (hit)
        replacement_hit(cache->replacement, found.set, found.way);
    return hit;
}

bool cache_holds(const struct cache *cache, const struct place *place) {
    struct found found = look(cache, place);
    return is_hit(cache, &found, place);
}

bool cache_soil(struct cache *cache, const struct place *place) {
    struct found found = look(cache, place);
    bool hit = is_hit(cache, &found, place);
    if (hit)
        cache->line[found.at].seen |= DIRTY;
    return hit;
}

/* ---- coming and going ---- */

/* Of the line that is there. */
static inline struct evicted leave(const struct cache *cache, size_t at) {
    const struct line *line = &cache->line[at];
    struct place place = {line->seen & ~(uint64_t)DIRTY, (line->number - 1) * cache->line_bytes};
    return (struct evicted){true, (line->seen & DIRTY) != 0, place};
}

/* The way for a new line; what was there leaves. */
static size_t make_room(struct cache *cache, size_t set, struct evicted *evicted) {
    if (cache->held[set] < cache->ways) {
        cache->held[set]++;
        return find(cache, set, 0);
    }
    size_t way = replacement_victim(cache->replacement, set);
    *evicted = leave(cache, set * cache->ways + way);
    return way;
}

static void enter(struct cache *cache, const struct place *place, const struct found *found) {
    hold(cache, found->set, found->way, number_of(cache, place));
    cache->line[found->at].seen = place->seen - within_line(cache, place);
    if (cache->sector > 0)
        cache->sectors[found->at] = 0;
    replacement_fill(cache->replacement, found->set, found->way);
}

/* A line of sectors may be there already, without the one that was missed. */
struct evicted cache_fill(struct cache *cache, const struct place *place, bool dirty) {
    struct evicted evicted = {false, false, {0, 0}};
    struct found found = {.set = index_set(&cache->index, place), .way = cache->ways};
    if (cache->sector > 0)
        found = look(cache, place);
    if (found.way < cache->ways) {
        replacement_hit(cache->replacement, found.set, found.way);
    } else {
        found.way = make_room(cache, found.set, &evicted);
        found.at = found.set * cache->ways + found.way;
        enter(cache, place, &found);
    }
    if (cache->sector > 0)
        cache->sectors[found.at] |= sector_of(cache, place);
    cache->line[found.at].seen |= dirty ? DIRTY : 0;
    return evicted;
}

struct evicted cache_remove(struct cache *cache, const struct place *place) {
    struct found found = look(cache, place);
    if (found.way == cache->ways)
        return (struct evicted){false, false, {0, 0}};
    struct evicted evicted = leave(cache, found.at);
    hold(cache, found.set, found.way, 0);
    cache->held[found.set]--;
    replacement_empty(cache->replacement, found.set, found.way);
    return evicted;
}

bool cache_access(struct cache *cache, uint64_t address) {
    struct place place = {address, address};
    bool hit = cache_lookup(cache, &place);
    if (!hit)
        cache_fill(cache, &place, false);
    return hit;
}
