/* interrupt.h - when the scheduler preempts a thread, and for how long. */
#ifndef INTERRUPT_H
#define INTERRUPT_H

#include "parallel.h"

/* A thread lost its CPU after it had run for RUN_NS, and had it back after GAP_NS. */
struct interruption {
    size_t thread;
    double run_ns, gap_ns;
};

/* Runs two threads on each of COUNT CPUs for SPAN_NS, or, if threads cannot be pinned, twice as
   many threads as the process may use CPUs.  They read the clock in a loop; each jump by more than
   LEAST_NS is an interruption.  Stores at most MOST interruptions, ordered by thread, and returns
   their number.  Returns 0 if threads cannot be created. */
size_t parallel_interrupt(struct machine *machine, size_t count, double span_ns, double least_ns,
                          struct interruption *interruption, size_t most);

#endif
