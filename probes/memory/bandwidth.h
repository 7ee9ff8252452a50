/* bandwidth.h - the bandwidth of a cache level or of memory.

   This room measures how fast data moves: bandwidths, and the nodes of memory. */
#ifndef BANDWIDTH_H
#define BANDWIDTH_H

#include "../machine/stream.h"
#include "../machine/sweep.h"

/* There are two working sets: streams of both are equally fast if both lie in the same level.  Each
   has at most STREAM_SAMPLES samples. */
enum { WORKING_SETS = 2, STREAM_SAMPLES = 48, MEMORY_PARTS = 16 };
struct streamed_sample {
    double mb_s, cycle_ns; /* MB_S 0: no sample; CYCLE_NS is by the rulers */
};
struct streamed {
    size_t bytes[WORKING_SETS]; /* ascending */
    struct streamed_sample sample[WORKING_SETS * STREAM_KINDS * STREAM_SAMPLES];
    double least_contention; /* as in sample.h */
    size_t samples, parts;   /* parts of a working set that are timed separately */
};

/* Prepares the sets of memory: BYTES, which should far exceed the caches, and half of that. */
void bandwidth_of_memory(double bytes, size_t samples, struct streamed *streamed);

/* Returns the samples of one working set and kind. */
struct streamed_sample *streamed_samples(struct streamed *streamed, size_t set, size_t kind);

/* Prints the table; LEVEL 0 is memory. */
void bandwidth_print(struct streamed *streamed, size_t level, bool all_cpus, FILE *out);

/* Samples memory by one thread: all sets, kinds and parts in turn, since other load on it varies.
   Returns false if there is no memory. */
bool bandwidth_measure(struct machine *machine, struct streamed *streamed);

/* The sweep of one cache level by one thread.  It leaves much of the level free, since page colours
   are unevenly distributed. */
sweep_of bandwidth_sweep;

#endif
