/* hierarchy.h - the levels of cache in front of memory. */
#ifndef SIM_HIERARCHY_H
#define SIM_HIERARCHY_H

#include "cache.h"

enum { SIM_LEVELS = 6 };

/* How a level relates to the levels above it, which are nearer to the core.  LEVEL_FREE: a miss
   fills it too, and it evicts independently (non-inclusive, non-exclusive).  LEVEL_INCLUSIVE: lines
   that it evicts are removed from the levels above.  LEVEL_VICTIM: it is filled with lines that the
   level above evicts, and a hit moves the line up and out.  LEVEL_BESIDE: the same, but as a part
   of the level above, as Jouppi's victim cache is; it is not counted as a level. */
enum level_kind { LEVEL_FREE, LEVEL_INCLUSIVE, LEVEL_VICTIM, LEVEL_BESIDE };

struct sim_level {
    struct cache_geometry cache;
    double cycles; /* load-to-use latency */
    enum level_kind kind;
    bool write_through; /* stores are passed on to the next level */
    bool no_allocate;   /* a store that misses does not fill the line */
    double store;       /* cycles until the level takes the next store */
    bool data_only;     /* code bypasses it */
    double read, write; /* bytes per cycle that streams read from it and write to it */
    enum level_share { SHARED_CORE, SHARED_MODULE, SHARED_CLUSTER, SHARED_SOCKET } shared;
};

/* The most line fill buffers. */
enum { SIM_BUFFERS = 64 };

/* The memory behind the last level. */
struct sim_memory {
    double cycles, store;
    unsigned in_flight;      /* outstanding misses */
    double read, write, all; /* as for levels; and the most for all CPUs together */
};

struct hierarchy {
    const struct sim_level *level;
    struct sim_memory memory;
    struct cache *cache[SIM_LEVELS];
    size_t levels;
    bool takes_victims[SIM_LEVELS + 1]; /* false for memory */
    double contended;                   /* cycles that other load delays a hit in the last level */
    double written_back;                /* cycles of write-backs since this was set to 0 */
};

/* Opens LEVELS levels; LEVEL must live as long.  Returns false if a cache has an impossible
   geometry, or there is no memory. */
bool hierarchy_open(struct hierarchy *hierarchy, const struct sim_level *level, size_t levels,
                    const struct sim_memory *memory, uint64_t seed);
void hierarchy_close(struct hierarchy *hierarchy);

/* Looks a line up in level FROM and the levels behind it, and fills it where it missed.  Returns
   the level that had it, or the number of levels for memory.  A load begins at level 0, a
   prefetcher at another level. */
size_t hierarchy_fetch(struct hierarchy *hierarchy, size_t from, const struct place *place);

/* Returns the cycles of a load that LEVEL serves. */
double hierarchy_cycles(const struct hierarchy *hierarchy, size_t level);

/* Returns the cycles that a store among many occupies the machine. */
double hierarchy_store(struct hierarchy *hierarchy, const struct place *place);

/* Fetches a line of code into the instruction cache CODE, or, if that is NULL, into the levels.
   Returns the cycles: 0 if the first cache of code had the line. */
double hierarchy_execute(struct hierarchy *hierarchy, struct cache *code,
                         const struct place *place);

/* Removes a line from every level. */
void hierarchy_flush(struct hierarchy *hierarchy, const struct place *place);

/* Another program that shares the last level fills a line there. */
void hierarchy_intrude(struct hierarchy *hierarchy, const struct place *place);

#endif
