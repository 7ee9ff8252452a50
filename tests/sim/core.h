/* core.h - what one load or store does to the machine, and what it costs. */
#ifndef SIM_CORE_H
#define SIM_CORE_H

#include "prefetch.h"
#include "sim.h"
#include "tlb.h"

/* What has been counted, by a machine that counts it all.  Laps that are not simulated count too,
   so that there are parts. */
enum count { COUNT_LOADS, COUNT_L1D, COUNT_DTLB, COUNT_WALKS, COUNT_FETCHES, COUNT_L1I, COUNTS };
struct counts {
    double of[COUNTS];
};

struct core {
    const struct sim_machine *description;
    struct hierarchy hierarchy;
    struct tlb tlb, itlb;
    struct cache *code; /* NULL: no instruction cache */
    struct frames frames;
    struct region *code_region; /* what is executed; NULL: nothing yet */
    struct prefetcher prefetcher[SIM_PREFETCHERS];
    struct rng foreign;
    double owed;        /* lines that the neighbour has to put into the last level */
    bool beside;        /* has another thread its turn? */
    double owed_beside; /* lines that it has to bring in */
    uint64_t accesses;
    bool counting; /* only then is anything counted */
    struct counts counts;
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

/* Fetches a line of code.  Returns its cycles. */
double core_fetch(struct core *core, const struct place *place);

/* What has been counted since BEFORE happens again, so many TIMES. */
void core_count_again(struct core *core, const struct counts *before, double times);

void core_flush(struct core *core, const struct region *region, uint64_t offset);

/* Another process touches so many lines. */
void core_disturb(struct core *core, size_t lines);

/* What a load costs that the first level serves at once. */
double core_hit(const struct core *core);

/* Do others take from the caches all the time, or by turns? */
bool core_contended(const struct core *core);

/* Is a lap that repeats itself no proof that the next will as well? */
bool core_erratic(const struct core *core);

/* Is the region about to be copied into huge pages? */
bool core_promotes(const struct core *core, const struct region *region);

#endif
