/* cache.c - lookups and fills of a cache. */
#include "cache.h"

#include "micro_tag.h"

#include <stdlib.h>

/* Both words of a line are adjacent, since a large simulated cache exceeds the real caches. */
struct line {
    uint64_t number; /* the line's number plus 1, or 0 if there is no line */
    uint64_t seen;   /* the virtual address of the fill; its lowest bit is DIRTY */
};

/* For the same reason each set has one head with all that a lookup reads: the number of ways that
   hold a line, one byte of hash for each way (see find), and the state of the replacement
   policy. */
struct cache {
    uint64_t *heads;   /* sets * head_words */
    struct line *line; /* sets * ways */
    uint64_t *sectors; /* sets * ways, each the bits of the valid sectors; or NULL */
    struct replacement *replacement;
    struct index index;
    size_t ways, state_at, head_words, line_bytes, sector, tags;
};

enum { HELD, PRINTS /* offsets in a head */ };
enum { MOST_SECTORS = 64, WORD = 8 /* bytes */, DIRTY = 1 /* 0 in addresses of lines */ };

static inline uint64_t *head_of(const struct cache *cache, size_t set) {
    return cache->heads + set * cache->head_words;
}

static inline uint64_t *state_of(const struct cache *cache, size_t set) {
    return head_of(cache, set) + cache->state_at;
}

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
           policy_possible(&geometry->policy, ways) && geometry->tags <= MICRO_TAG_BITS &&
           (geometry->slices == 0 || (geometry->index == INDEX_HASHED &&
                                      geometry->bytes / line / ways % geometry->slices == 0));
}

static bool allocate(struct cache *cache, size_t sets) {
    cache->heads = calloc(sets, cache->head_words * sizeof *cache->heads);
    cache->line = calloc(sets, cache->ways * sizeof *cache->line);
    if (cache->sector > 0)
        cache->sectors = calloc(sets, cache->ways * sizeof *cache->sectors);
    return cache->heads != NULL && cache->line != NULL &&
           (cache->sector == 0 || cache->sectors != NULL);
}

static bool open_sets(struct cache *cache, const struct cache_geometry *geometry, uint64_t seed) {
    size_t sets = (size_t)cache->index.sets.number;
    cache->replacement = replacement_create(&geometry->policy, cache->ways, seed);
    if (cache->replacement == NULL)
        return false;
    cache->state_at = PRINTS + (cache->ways + WORD - 1) / WORD;
    cache->head_words = cache->state_at + replacement_words(cache->replacement);
    if (!allocate(cache, sets))
        return false;
    for (size_t i = 0; i < sets; i++)
        replacement_begin(cache->replacement, state_of(cache, i));
    return true;
}

struct cache *cache_create(const struct cache_geometry *geometry, uint64_t seed) {
    struct cache *cache = cache_possible(geometry) ? calloc(1, sizeof *cache) : NULL;
    if (cache == NULL)
        return NULL;
    size_t sets = geometry->bytes / geometry->ways / geometry->line;
    cache->ways = geometry->ways;
    cache->line_bytes = geometry->line;
    cache->sector = geometry->sector < geometry->line ? geometry->sector : 0;
    cache->tags = geometry->tags;
    cache->index = index_of(geometry->index, geometry->line, sets);
    index_slice(&cache->index, geometry->slices);
    if (open_sets(cache, geometry, seed))
        return cache;
    cache_destroy(cache);
    return NULL;
}

void cache_destroy(struct cache *cache) {
    if (cache == NULL)
        return;
    free(cache->heads);
    free(cache->line);
    free(cache->sectors);
    replacement_destroy(cache->replacement);
    free(cache);
}

/* ---- lookup ---- */

static const uint64_t ONES = UINT64_C(0x0101010101010101), TOPS = UINT64_C(0x8080808080808080);

static uint64_t print_of(uint64_t held) {
    return held * UINT64_C(0x9e3779b97f4a7c15) >> 56;
}

/* Returns the number of the lowest byte of FLAGS that is not 0.  Only the top bit of each byte may
   be 1. */
static size_t lowest_byte(uint64_t flags) {
    return (size_t)((((flags & (~flags + 1)) - 1) & ONES) * ONES >> 56) - 1;
}

/* Returns the first way of SET that holds HELD, a line's number plus 1, or the number of ways if
   none does.  Lookups take most of the simulator's time, so the hashes of eight ways are compared
   at once (Mycroft 1987).  A match may be false, so the number is compared too. */
static inline size_t find(const struct cache *cache, size_t set, uint64_t held) {
    const struct line *line = cache->line + set * cache->ways;
    const uint64_t *prints = head_of(cache, set) + PRINTS;
    uint64_t wanted = print_of(held) * ONES;
    for (size_t first = 0; first < cache->ways; first += WORD) {
        uint64_t differ = *prints++ ^ wanted;
        for (uint64_t same = (differ - ONES) & ~differ & TOPS; same != 0; same &= same - 1) {
            size_t way = first + lowest_byte(same);
            if (way < cache->ways && line[way].number == held)
                return way;
        }
    }
    return cache->ways;
}

/* A set and a way of it; WAY is the number of ways if nothing was found. */
struct found {
    size_t set, way;
};

/* Returns the index of a way among the ways of all sets. */
static inline size_t at(const struct cache *cache, const struct found *found) {
    return found->set * cache->ways + found->way;
}

static inline void hold(const struct cache *cache, const struct found *found, uint64_t held) {
    uint64_t *word = &head_of(cache, found->set)[PRINTS + found->way / WORD];
    size_t bit = found->way % WORD * 8;
    *word = (*word & ~(UINT64_C(255) << bit)) | print_of(held) << bit;
    cache->line[at(cache, found)].number = held;
}

static uint64_t number_of(const struct cache *cache, const struct place *place) {
    return index_number(&cache->index, place->physical) + 1;
}

static uint64_t within_line(const struct cache *cache, const struct place *place) {
    return remainder_of(&cache->index.line, place->physical);
}

/* Returns the bit of the place's sector. */
static uint64_t sector_of(const struct cache *cache, const struct place *place) {
    return UINT64_C(1) << within_line(cache, place) / cache->sector;
}

static inline struct found look(const struct cache *cache, const struct place *place) {
    size_t set = index_set(&cache->index, place);
    return (struct found){set, find(cache, set, number_of(cache, place))};
}

static inline bool is_hit(const struct cache *cache, const struct found *found,
                          const struct place *place) {
    return found->way < cache->ways && (cache->sector == 0 || (cache->sectors[at(cache, found)] &
                                                               sector_of(cache, place)) != 0);
}

bool cache_lookup(struct cache *cache, const struct place *place) {
    struct found found = look(cache, place);
    bool hit = is_hit(cache, &found, place);
    if (hit)
        replacement_hit(cache->replacement, state_of(cache, found.set), found.way);
    return hit;
}

bool cache_write(struct cache *cache, const struct place *place) {
    struct found found = look(cache, place);
    bool hit = is_hit(cache, &found, place);
    if (hit) {
        replacement_hit(cache->replacement, state_of(cache, found.set), found.way);
        cache->line[at(cache, &found)].seen |= DIRTY;
    }
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
        cache->line[at(cache, &found)].seen |= DIRTY;
    return hit;
}

bool cache_is_dirty(const struct cache *cache, const struct place *place) {
    struct found found = look(cache, place);
    return is_hit(cache, &found, place) && (cache->line[at(cache, &found)].seen & DIRTY) != 0;
}

/* ---- fills and evictions ---- */

static const struct evicted NOTHING = {false, false, {0, 0}};

static inline struct evicted leave(const struct cache *cache, const struct line *line) {
    if (line->number == 0)
        return NOTHING;
    struct place place = {line->seen & ~(uint64_t)DIRTY, (line->number - 1) * cache->line_bytes};
    return (struct evicted){true, (line->seen & DIRTY) != 0, place};
}

/* Returns the way for a new line: an empty one, or the victim's. */
static inline size_t make_room(struct cache *cache, size_t set) {
    uint64_t *held = &head_of(cache, set)[HELD];
    if (*held == cache->ways)
        return replacement_replace(cache->replacement, state_of(cache, set));
    ++*held;
    size_t way = find(cache, set, 0);
    replacement_fill(cache->replacement, state_of(cache, set), way);
    return way;
}

/* Adds a sector to a line that the cache holds already.  Returns false if it does not hold the
   line. */
static bool fill_sector(struct cache *cache, const struct place *place, bool dirty) {
    struct found found = look(cache, place);
    if (found.way == cache->ways)
        return false;
    replacement_hit(cache->replacement, state_of(cache, found.set), found.way);
    cache->sectors[at(cache, &found)] |= sector_of(cache, place);
    cache->line[at(cache, &found)].seen |= dirty ? DIRTY : 0;
    return true;
}

static struct evicted take_out(struct cache *cache, const struct found *found) {
    struct evicted evicted = leave(cache, &cache->line[at(cache, found)]);
    hold(cache, found, 0);
    head_of(cache, found->set)[HELD]--;
    replacement_empty(cache->replacement, state_of(cache, found->set), found->way);
    return evicted;
}

/* Takes the line out of SET that has the micro-tag of PLACE. */
static struct evicted take_namesake_out(struct cache *cache, size_t set,
                                        const struct place *place) {
    uint64_t tag = micro_tag(place->seen, cache->tags);
    struct found found = {set, 0};
    for (; found.way < cache->ways; found.way++) {
        const struct line *line = &cache->line[at(cache, &found)];
        if (line->number != 0 && micro_tag(line->seen, cache->tags) == tag)
            return take_out(cache, &found);
    }
    return NOTHING;
}

struct evicted cache_fill(struct cache *cache, const struct place *place, bool dirty) {
    if (cache->sector > 0 && fill_sector(cache, place, dirty))
        return NOTHING;
    size_t set = index_set(&cache->index, place);
    struct evicted namesake = cache->tags > 0 ? take_namesake_out(cache, set, place) : NOTHING;
    struct found found = {set, make_room(cache, set)};
    struct line *line = &cache->line[at(cache, &found)];
    struct evicted evicted = namesake.any ? namesake : leave(cache, line);
    hold(cache, &found, number_of(cache, place));
    line->seen = (place->seen - within_line(cache, place)) | (dirty ? DIRTY : 0);
    if (cache->sector > 0)
        cache->sectors[at(cache, &found)] = sector_of(cache, place);
    return evicted;
}

struct evicted cache_remove(struct cache *cache, const struct place *place) {
    struct found found = look(cache, place);
    return found.way < cache->ways ? take_out(cache, &found) : NOTHING;
}

bool cache_access(struct cache *cache, uint64_t address) {
    struct place place = {address, address};
    bool hit = cache_lookup(cache, &place);
    if (!hit)
        cache_fill(cache, &place, false);
    return hit;
}
