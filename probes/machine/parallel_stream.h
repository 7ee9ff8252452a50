/* parallel_stream.h - streams over memory on several CPUs at once. */
#ifndef PARALLEL_STREAM_H
#define PARALLEL_STREAM_H

#include "stream.h"

/* Gives a thread on each of the first COUNT CPUs BYTES of memory of its own, which it touches
   first. Returns false if there is no memory, or threads cannot be created or pinned. */
bool parallel_stream_open(struct machine *machine, size_t count, size_t bytes);
void parallel_stream_close(struct machine *machine);

/* Lets every thread stream over the first BYTES of its memory for SPAN_NS, from where it stopped.
   Returns the bytes per ns that all of them move together, or 0 if one of them did not run. */
double parallel_stream_run(struct machine *machine, enum stream_kind kind, size_t bytes,
                           double span_ns);

#endif
