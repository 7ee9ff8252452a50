/* hierarchy.h - the levels of cache in front of memory. */
#ifndef SIM_HIERARCHY_H
#define SIM_HIERARCHY_H

#include "cache.h"

enum { SIM_LEVELS = 6 };

/* Against the levels above it, which are nearer to the core.  LEVEL_FREE: filled by a miss as they
   are, and goes its own way from there (non-inclusive, non-exclusive).  LEVEL_INCLUSIVE: what it
   gives up they lose as well.  LEVEL_VICTIM: filled by what the level above gives up, and a hit
   moves the line up and out.  LEVEL_BESIDE: the same, but part of the level above, as Jouppi's
   victim cache is, and no level that anyone counts. */
enum level_kind { LEVEL_FREE, LEVEL_INCLUSIVE, LEVEL_VICTIM, LEVEL_BESIDE };

struct sim_level {
    struct cache_geometry cache;
    double cycles; /* from load to use */
    enum level_kind kind;
    bool write_through; /* a store goes on to the next level */
    bool no_allocate;   /* a store that misses does not bring the line in */
    double store;       /* cycles until the level takes the next store */
    bool data_only;     /* code passes it by */
    double read, write; /* bytes a cycle that streams get from it, and take to it */
    enum level_share { SHARED_CORE, SHARED_MODULE, SHARED_CLUSTER, SHARED_SOCKET } shared;
};

/* What lies behind a level, with memory behind the last. */
struct sim_memory {
    double cycles, store;
    unsigned in_flight;      /* misses at a time */
    double read, write, all; /* as of levels; and what all CPUs get together, or take */
};

struct hierarchy {
    const struct sim_level *level;
    struct sim_memory memory;
    struct cache *cache[SIM_LEVELS];
    size_t levels;
    bool takes_victims[SIM_LEVELS + 1]; /* memory does not */
    double contended;                   /* cycles that others make a hit in the last level wait */
    double written_back; /* cycles that the next levels are busy with dirty lines since it was set
                            to 0 */
};

/* LEVEL must live as long.  Returns false where a cache has no possible geometry, or there is no
   memory. */
bool hierarchy_open(struct hierarchy *hierarchy, const struct sim_level *level, size_t levels,
                    const struct sim_memory *memory, uint64_t seed);
void hierarchy_close(struct hierarchy *hierarchy);

/* Asks level FROM for a line, and on through those behind it; a miss fills.  Returns the level that
   had it; memory is behind the last.  A load asks level 0, a prefetcher another. */
size_t hierarchy_fetch(struct hierarchy *hierarchy, size_t from, const struct place *place);

/* Cycles of a load that LEVEL serves. */
double hierarchy_cycles(const struct hierarchy *hierarchy, size_t level);

/* Cycles that a store keeps the machine busy: many of them do not wait for each other. */
double hierarchy_store(struct hierarchy *hierarchy, const struct place *place);

/* Brings in a line of code that the instruction cache CODE, which may be NULL, has not.  Returns
   the cycles that it takes: none where the first of all caches of code had it. */
double hierarchy_execute(struct hierarchy *hierarchy, struct cache *code,
                         const struct place *place);

/* Out of every level. */
void hierarchy_flush(struct hierarchy *hierarchy, const struct place *place);

/* Somebody else, who shares the last level, puts a line there. */
void hierarchy_intrude(struct hierarchy *hierarchy, const struct place *place);

#endif
