/* fetch.h - the cost of calls and code blocks in the front end of a core. */
#ifndef SIM_FETCH_H
#define SIM_FETCH_H

#include "../../probes/machine/block_run.h"
#include "core.h"

/* The most block runs that may have memory at a time. */
enum { FETCH_BLOCK_RUNS = 16 };
struct placed_run {
    const struct block_run *run;
    struct region *region;
};

/* What the front end remembers from one call to the next. */
struct fetch {
    struct cache *decoded, *btb[SIM_BTBS], *far[SIM_BTBS];
    struct placed_run placed[FETCH_BLOCK_RUNS];
    struct calls again;         /* the previous calls */
    struct region *area, *text; /* text: the loop that visits aliases, once it has run */
    struct target {
        uint32_t path, offset; /* a hash of the last calls, and the target after them */
    } * target;
    uint32_t last, path;
};

/* Returns false if there is no memory. */
bool fetch_open(struct fetch *fetch, struct core *core, uint64_t seed);
void fetch_close(struct fetch *fetch);

/* The cycles of decoding, and the cycles that fetching ahead hides. */
enum { FETCH_DECODE = 3, FETCH_AHEAD = 20 };

/* Returns whether the instruction at ADDRESS has an entry in its WINDOW.  It has one afterwards. */
bool fetch_kept(struct cache *cache, size_t window, uint64_t address);

/* Returns the cycles of all calls of a block run.  Only the first two are simulated, or only the
   first if the previous calls were equal; the rest is assumed to cost the same. */
double fetch_block_run(struct fetch *fetch, struct core *core, const struct calls *calls);

/* Returns the cycles of a call of the code at OFFSET in REGION, by a loop on a page of the
   program's own. */
double fetch_return(struct fetch *fetch, struct core *core, struct region *region, uint32_t offset);

/* Returns the cycles of all calls.  Of many laps only some are simulated; the rest is assumed to
   cost the same. */
double fetch_calls(struct fetch *fetch, struct core *core, const struct calls *calls);

#endif
