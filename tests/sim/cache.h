/* cache.h - one set-associative cache: which lines it holds, and which one it gives up. */
#ifndef SIM_CACHE_H
#define SIM_CACHE_H

#include "index.h"
#include "policy.h"

/* BYTES is a multiple of WAYS lines; LINE, in bytes, is a multiple of 8.  One way: direct-mapped;
   as many ways as lines: fully associative.  Where SECTOR is less than LINE and not 0, a line is
   filled by sectors of so many bytes, a power of two.  A hashed cache may stand in SLICES. */
struct cache_geometry {
    size_t bytes, ways, line, sector;
    enum index_kind index;
    size_t slices;
    struct policy policy;
};

struct cache;

/* An empty cache.  SEED moves random replacement only.  Returns NULL where there is no such
   geometry, or no memory. */
struct cache *cache_create(const struct cache_geometry *geometry, uint64_t seed);
void cache_destroy(struct cache *cache);

/* Does the geometry exist? */
bool cache_possible(const struct cache_geometry *geometry);

/* Is it a hit?  A hit counts as a use. */
bool cache_lookup(struct cache *cache, const struct place *place);

/* The same, and a hit is written to. */
bool cache_write(struct cache *cache, const struct place *place);

/* Is it there?  That is no use. */
bool cache_holds(const struct cache *cache, const struct place *place);

/* What a line leaves behind. */
struct evicted {
    bool any, dirty;
    struct place place; /* its first byte */
};

/* Fills right after a miss: a sector of a line that is there, else an empty way if there is one,
   else the policy's victim. */
struct evicted cache_fill(struct cache *cache, const struct place *place, bool dirty);

/* Marks the line as written to, if it is held. */
bool cache_soil(struct cache *cache, const struct place *place);

/* Empties the way that holds PLACE, if one does. */
struct evicted cache_remove(struct cache *cache, const struct place *place);

/* Was it a hit?  A lookup, and a fill where it was none, of an address that is virtual and
   physical. */
bool cache_access(struct cache *cache, uint64_t address);

#endif
