/* cache.h - one set-associative cache: which lines it holds, and which one it evicts. */
#ifndef SIM_CACHE_H
#define SIM_CACHE_H

#include "index.h"
#include "policy.h"

/* BYTES is a multiple of WAYS lines; LINE, in bytes, is a multiple of 8.  One way makes the cache
   direct-mapped, as many ways as lines make it fully associative.  If SECTOR is less than LINE and
   not 0, a miss fills a sector of that many bytes, a power of two.  A hashed cache may be divided
   into SLICES.  If TAGS is not 0, no two lines of a set have the same micro-tag of so many bits. */
struct cache_geometry {
    size_t bytes, ways, line, sector;
    enum index_kind index;
    size_t slices, tags;
    struct policy policy;
};

struct cache;

/* Creates an empty cache.  SEED affects random replacement only.  Returns NULL if no such geometry
   exists, or there is no memory. */
struct cache *cache_create(const struct cache_geometry *geometry, uint64_t seed);
void cache_destroy(struct cache *cache);

/* Returns whether such a cache can exist. */
bool cache_possible(const struct cache_geometry *geometry);

/* Returns whether the cache holds PLACE.  A hit updates the replacement state. */
bool cache_lookup(struct cache *cache, const struct place *place);

/* The same for a store, which makes the line dirty if it hits. */
bool cache_write(struct cache *cache, const struct place *place);

/* Returns whether the cache holds PLACE, without updating the replacement state. */
bool cache_holds(const struct cache *cache, const struct place *place);

/* Returns whether the cache holds PLACE, and the line is dirty. */
bool cache_is_dirty(const struct cache *cache, const struct place *place);

/* The line that a cache evicts. */
struct evicted {
    bool any, dirty;
    struct place place; /* its first byte */
};

/* Fills PLACE after a miss: a sector if the line is present, else an empty way, else the way of the
   policy's victim. */
struct evicted cache_fill(struct cache *cache, const struct place *place, bool dirty);

/* Makes the line dirty.  Returns whether the cache holds it. */
bool cache_soil(struct cache *cache, const struct place *place);

/* Removes the line of PLACE, if the cache holds it. */
struct evicted cache_remove(struct cache *cache, const struct place *place);

/* Looks up ADDRESS, virtual and physical, and fills it after a miss.  Returns whether it hit. */
bool cache_access(struct cache *cache, uint64_t address);

#endif
