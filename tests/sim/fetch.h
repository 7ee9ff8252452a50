/* fetch.h - what a call costs the part of a core that fetches and decodes. */
#ifndef SIM_FETCH_H
#define SIM_FETCH_H

#include "../../probes/machine/block_run.h"
#include "core.h"

/* Block runs that have memory. */
enum { FETCH_BLOCK_RUNS = 16 };
struct placed_run {
    const struct block_run *run;
    struct region *region;
};

/* What fetching remembers from one call to the next. */
struct fetch {
    struct cache *decoded, *btb[SIM_BTBS], *far[SIM_BTBS];
    struct placed_run placed[FETCH_BLOCK_RUNS];
    struct calls again; /* the calls before */
    struct region *area;
    struct target {
        uint32_t path, offset; /* where a call went after the last eight, which it tells by hash */
    } * target;
    uint32_t last, path;
};

/* Returns false where there is no memory. */
bool fetch_open(struct fetch *fetch, struct core *core, uint64_t seed);
void fetch_close(struct fetch *fetch);

/* Cycles until what the core has not predicted is decoded, and what is predicted hides. */
enum { FETCH_DECODE = 3, FETCH_AHEAD = 20 };

/* Is an instruction of the WINDOW kept, by where in it it is?  It is from now on. */
bool fetch_kept(struct cache *cache, size_t window, uint64_t address);

/* Cycles of all calls of a run; all but the first two, or the first where the calls before were of
   the same, are taken to be like the last of these. */
double fetch_block_run(struct fetch *fetch, struct core *core, const struct calls *calls);

/* Cycles of all calls; of many laps some are simulated, and the rest taken to be like them. */
double fetch_calls(struct fetch *fetch, struct core *core, const struct calls *calls);

#endif
