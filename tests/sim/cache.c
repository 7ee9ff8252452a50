/* cache.c - lookup, and three replacement policies.

   The ways of a set stand in groups.  Groups are in LRU order; inside a group a binary tree of
   bits leads to the victim.  LRU is groups of one way, tree-PLRU is one group, or a few where the
   ways are no power of two; so both are the same code. */
#include "cache.h"

#include "rng.h"

#include <stdlib.h>

struct cache {
    uint64_t *line; /* sets x ways: the number of the line held, plus 1; 0 where there is none */
    uint64_t *used; /* sets x ways: when each of a set's groups was used last */
    bool *away;     /* sets x ways: each group's tree, root at 1; does the right half give up? */
    uint64_t now;
    size_t sets, ways;
    unsigned line_bits, group_bits;
    bool random;
    struct rng rng;
};

/* ---- opening ---- */

static unsigned trailing_zeros(size_t number) {
    unsigned bits = 0;
    for (; number % 2 == 0; number /= 2)
        bits++;
    return bits;
}

static bool possible(const struct cache_geometry *geometry) {
    size_t line = geometry->line, ways = geometry->ways;
    return line > 0 && (line & (line - 1)) == 0 && ways > 0 && geometry->bytes > 0 &&
           geometry->bytes % (ways * line) == 0;
}

static bool allocate(struct cache *cache) {
    size_t lines = cache->sets * cache->ways;
    cache->line = calloc(lines, sizeof *cache->line);
    cache->used = calloc(lines, sizeof *cache->used);
    cache->away = calloc(lines, sizeof *cache->away);
    return cache->line != NULL && cache->used != NULL && cache->away != NULL;
}

struct cache *cache_create(const struct cache_geometry *geometry, uint64_t seed) {
    struct cache *cache = possible(geometry) ? calloc(1, sizeof *cache) : NULL;
    if (cache == NULL)
        return NULL;
    cache->ways = geometry->ways;
    cache->sets = geometry->bytes / geometry->ways / geometry->line;
    cache->line_bits = trailing_zeros(geometry->line);
    cache->group_bits = geometry->policy == POLICY_TREE ? trailing_zeros(geometry->ways) : 0;
    cache->random = geometry->policy == POLICY_RANDOM;
    cache->rng.state = seed;
    if (allocate(cache))
        return cache;
    cache_destroy(cache);
    return NULL;
}

void cache_destroy(struct cache *cache) {
    if (cache == NULL)
        return;
    free(cache->line);
    free(cache->used);
    free(cache->away);
    free(cache);
}

/* ---- replacement; FIRST is a set's first way ---- */

static void touch(struct cache *cache, size_t first, size_t way) {
    size_t group = way >> cache->group_bits, node = 1;
    bool *away = cache->away + first + (group << cache->group_bits);
    cache->used[first + group] = ++cache->now;
    for (unsigned bit = cache->group_bits; bit-- > 0;) {
        size_t right = way >> bit & 1;
        away[node] = right == 0;
        node = 2 * node + right;
    }
}

static size_t oldest_group(const struct cache *cache, size_t first) {
    const uint64_t *used = cache->used + first;
    size_t oldest = 0, groups = cache->ways >> cache->group_bits;
    for (size_t group = 1; group < groups; group++)
        if (used[group] < used[oldest])
            oldest = group;
    return oldest;
}

static size_t victim(struct cache *cache, size_t first) {
    if (cache->random)
        return rng_below(&cache->rng, cache->ways);
    size_t begin = oldest_group(cache, first) << cache->group_bits;
    size_t node = 1, leaves = (size_t)1 << cache->group_bits;
    while (node < leaves)
        node = 2 * node + cache->away[first + begin + node];
    return begin + node - leaves;
}

/* ---- lookup ---- */

/* The way of the set at FIRST that holds HELD, or the number of ways. */
static size_t find(const struct cache *cache, size_t first, uint64_t held) {
    size_t way = 0;
    while (way < cache->ways && cache->line[first + way] != held)
        way++;
    return way;
}

/* A division would cost more than all the rest of an access. */
static size_t first_of(const struct cache *cache, uint64_t number) {
    uint64_t last = cache->sets - 1;
    bool mask = (cache->sets & last) == 0;
    return (size_t)(mask ? number & last : number % cache->sets) * cache->ways;
}

bool cache_access(struct cache *cache, uint64_t address) {
    uint64_t number = address >> cache->line_bits;
    size_t first = first_of(cache, number), way = find(cache, first, number + 1);
    bool hit = way < cache->ways;
    if (!hit)
        way = find(cache, first, 0);
    if (way == cache->ways)
        way = victim(cache, first);
    cache->line[first + way] = number + 1;
    touch(cache, first, way);
    return hit;
}

void cache_flush_line(struct cache *cache, uint64_t address) {
    uint64_t number = address >> cache->line_bits;
    size_t first = first_of(cache, number), way = find(cache, first, number + 1);
    if (way < cache->ways)
        cache->line[first + way] = 0;
}
