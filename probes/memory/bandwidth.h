/* bandwidth.h - how fast a place streams: a level of cache, or memory. */
#ifndef BANDWIDTH_H
#define BANDWIDTH_H

#include "../machine/stream.h"
#include "../machine/sweep.h"

/* Two working sets, as streams of both are alike where all of it is in one place; and samples of
   each, at the most. */
enum { WORKING_SETS = 2, STREAM_SAMPLES = 48, MEMORY_PARTS = 16 };
struct streamed_sample {
    double mb_s, cycle_ns; /* 0: none; by its rulers, of one thread's */
};
struct streamed {
    size_t bytes[WORKING_SETS]; /* ascending */
    struct streamed_sample sample[WORKING_SETS * STREAM_KINDS * STREAM_SAMPLES];
    double least_contention; /* as sample.h has it */
    size_t samples, parts;   /* of a working set that are timed one by one */
};

/* Memory's: BYTES, which should be far more than caches hold, and half of them. */
void bandwidth_of_memory(double bytes, size_t samples, struct streamed *streamed);

/* The samples of one working set and kind. */
struct streamed_sample *streamed_samples(struct streamed *streamed, size_t set, size_t kind);

/* Prints the table; LEVEL 0 is memory. */
void bandwidth_print(struct streamed *streamed, size_t level, bool all_cpus, FILE *out);

/* One thread's samples of memory: all parts of all sets and kinds by turns, as others share it now
   more, now less.  Returns false where there is no memory. */
bool bandwidth_measure(struct machine *machine, struct streamed *streamed);

/* The sweep of one level of cache, by one thread, which leaves much of it free: colours of pages
   are not even. */
sweep_of bandwidth_sweep;

#endif
