/* fetch.h - what a call costs the part of a core that fetches and decodes. */
#ifndef SIM_FETCH_H
#define SIM_FETCH_H

#include "../../probes/harness/calls.h"
#include "core.h"

/* What fetching remembers from one call to the next. */
struct fetch {
    struct cache *decoded;
    struct region *area;
    struct target {
        uint32_t path, offset; /* where a call went after the last eight, which it tells by hash */
    } * target;
    uint32_t last, path;
};

/* Returns false where there is no memory. */
bool fetch_open(struct fetch *fetch, struct core *core, uint64_t seed);
void fetch_close(struct fetch *fetch);

/* Cycles of all calls; of many laps some are simulated, and the rest taken to be like them. */
double fetch_calls(struct fetch *fetch, struct core *core, const struct calls *calls);

#endif
