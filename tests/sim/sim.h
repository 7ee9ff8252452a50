/* sim.h - a machine that does not exist, behind the harness's seam.

   Levels are looked up in turn, and a miss fills every level that missed: no inclusion and no
   back-invalidation.  Virtual addresses are physical ones.  Caches keep their content from one
   chain to the next, as real ones do. */
#ifndef SIM_SIM_H
#define SIM_SIM_H

#include "../../probes/harness/harness.h"
#include "cache.h"
#include "noise.h"

enum { SIM_LEVELS = 4 };

struct sim_level {
    struct cache_geometry cache; /* 0 bytes: there is no such level */
    double cycles;               /* from load to use */
};

struct sim_machine {
    struct sim_level level[SIM_LEVELS];
    double memory_cycles, ghz;
    unsigned in_flight; /* misses */
    size_t limit;       /* what pages_limit says */
    struct noise noise;
};

/* In place of machine_open; machine_close frees.  Returns NULL where a level has no possible
   geometry, or there is no memory. */
struct machine *sim_open(const struct sim_machine *description, uint64_t seed);

#endif
