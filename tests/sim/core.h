/* core.h - the effect of a load, a store or code on the machine, and its cost. */
#ifndef SIM_CORE_H
#define SIM_CORE_H

#include "prefetch.h"
#include "sim.h"
#include "tlb.h"

/* Events that performance counters count.  Laps that are not simulated are counted too, so counts
   may be fractions. */
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
    struct region *code_region; /* the executed code; NULL before the first execution */
    struct prefetcher prefetcher[SIM_PREFETCHERS];
    struct rng foreign;
    double owed;        /* lines that the neighbour has yet to put into the last level */
    bool beside;        /* whether another thread of the core runs now */
    double owed_beside; /* lines that this thread has yet to fetch */
    uint64_t accesses;
    bool counting; /* whether counts are updated */
    struct counts counts;
};

/* Opens a core.  DESCRIPTION must live as long.  Returns false as hierarchy_open does. */
bool core_open(struct core *core, const struct sim_machine *description, struct rng *seeds);
void core_close(struct core *core);

/* Returns the cycles of a load that does not overlap others. */
double core_load(struct core *core, struct region *region, uint64_t offset);

/* Returns the cycles of a store among many. */
double core_store(struct core *core, struct region *region, uint64_t offset);

/* Returns the cycles of the translation of the code at OFFSET. */
double core_translate_code(struct core *core, const struct region *region, uint64_t offset);

/* Executes BYTES of straight-line code, a power of two.  Code of each size has addresses of its
   own.  Returns false if there is no memory for it. */
bool core_execute(struct core *core, size_t bytes);

/* Fetches a line of code, and returns the cycles. */
double core_fetch(struct core *core, const struct place *place);

/* Repeats TIMES times the counts since BEFORE. */
void core_count_again(struct core *core, const struct counts *before, double times);

/* A flush translates its address, as a load does. */
void core_flush(struct core *core, struct region *region, uint64_t offset);

/* Returns VALUE with the noise of one sample: jitter, and perhaps an interruption. */
double core_noisy(struct core *core, double value);

/* Lets another process touch LINES lines. */
void core_disturb(struct core *core, size_t lines);

/* Returns the cycles of a hit in the first level. */
double core_hit(const struct core *core);

/* Returns whether other load evicts lines all the time or in turns. */
bool core_contended(const struct core *core);

/* Returns whether equal laps do not prove that the next one is equal too. */
bool core_erratic(const struct core *core);

/* Returns whether the kernel is about to copy the region into huge pages. */
bool core_promotes(const struct core *core, const struct region *region);

#endif
