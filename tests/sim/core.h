/* core.h - what one load or store does to the machine, and what it costs. */
#ifndef SIM_CORE_H
#define SIM_CORE_H

#include "prefetch.h"
#include "sim.h"
#include "tlb.h"

struct core {
    const struct sim_machine *description;
    struct hierarchy hierarchy;
    struct tlb tlb, itlb;
    struct cache *code; /* NULL: no instruction cache */
    struct frames frames;
    struct region *text; /* what is executed; NULL: nothing yet */
    struct prefetcher prefetcher[SIM_PREFETCHERS];
    struct rng foreign;
    double owed; /* lines that the neighbour has to put into the last level */
    uint64_t accesses;
};

/* DESCRIPTION must live as long.  Returns false as hierarchy_open. */
bool core_open(struct core *core, const struct sim_machine *description, struct rng *seeds);
void core_close(struct core *core);

/* Cycles of a load, alone. */
double core_load(struct core *core, struct region *region, uint64_t offset);

/* Cycles of a store among many. */
double core_store(struct core *core, struct region *region, uint64_t offset);

/* Cycles until it is known where in memory the code at OFFSET is. */
double core_translate_code(struct core *core, const struct region *region, uint64_t offset);

/* Executes BYTES of code in a straight line, a power of two; code of another size lies elsewhere.
   Returns false where there is no memory for it. */
bool core_execute(struct core *core, size_t bytes);

void core_flush(struct core *core, const struct region *region, uint64_t offset);

/* Another process touches so many lines. */
void core_disturb(struct core *core, size_t lines);

/* What a load costs that the first level serves at once. */
double core_hit(const struct core *core);

/* Is a lap that repeats itself no proof that the next will as well? */
bool core_erratic(const struct core *core);

/* Is the region about to be copied into huge pages? */
bool core_promotes(const struct core *core, const struct region *region);

#endif
