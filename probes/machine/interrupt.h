/* interrupt.h - when the scheduler takes CPUs away. */
#ifndef INTERRUPT_H
#define INTERRUPT_H

#include "parallel.h"

/* A thread that lost its CPU: how long it had run since the last time, and how long it was away. */
struct interruption {
    size_t thread;
    double run_ns, gap_ns;
};

/* Has two threads on each of COUNT CPUs, or where they cannot be pinned two for each that there is,
   look at the clock for SPAN_NS, and notes where it jumps by more than LEAST_NS, MOST times at the
   most, in the order of threads.  Returns how often, 0 also where threads are not to be had. */
size_t parallel_interrupt(struct machine *machine, size_t count, double span_ns, double least_ns,
                          struct interruption *interruption, size_t most);

#endif
