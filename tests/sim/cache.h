/* cache.h - one set-associative cache: which lines it holds, and which one it gives up. */
#ifndef SIM_CACHE_H
#define SIM_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* POLICY_TREE is tree-PLRU.  Where the ways are no power of two it is what Ice Lake's L1 does:
   trees of the largest power of two that divides the ways, and LRU order among the trees. */
enum cache_policy { POLICY_LRU, POLICY_TREE, POLICY_RANDOM };

/* BYTES is a multiple of WAYS lines; LINE, in bytes, is a power of two.  One way: direct-mapped;
   as many ways as lines: fully associative. */
struct cache_geometry {
    size_t bytes, ways, line;
    enum cache_policy policy;
};

struct cache;

/* An empty cache.  SEED moves random replacement only.  Returns NULL where there is no such
   geometry, or no memory. */
struct cache *cache_create(const struct cache_geometry *geometry, uint64_t seed);
void cache_destroy(struct cache *cache);

/* Was it a hit?  A miss fills: an empty way if there is one, else the policy's victim. */
bool cache_access(struct cache *cache, uint64_t address);

/* Empties the way that holds ADDRESS, if one does. */
void cache_flush_line(struct cache *cache, uint64_t address);

#endif
