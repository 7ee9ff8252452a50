/* parallel_stream.h - streams on several CPUs at once: a seam, with the real machine on one side
 * (real/) and the simulated one on the other (tests/sim/stream.c). */
#ifndef PARALLEL_STREAM_H
#define PARALLEL_STREAM_H

#include "stream.h"

/* Gives a thread on each of the first COUNT CPUs BYTES of its own, which it touches first.  Returns
   false where there is no memory, or threads are not to be had or cannot be pinned. */
bool parallel_stream_open(struct machine *machine, size_t count, size_t bytes);
void parallel_stream_close(struct machine *machine);

/* Has them all stream over the first BYTES of these for SPAN_NS, from where they stopped.  Returns
   what all of them together move, in bytes a ns; 0 where one of them did not run. */
double parallel_stream_run(struct machine *machine, enum stream_kind kind, size_t bytes,
                           double span_ns);

#endif
