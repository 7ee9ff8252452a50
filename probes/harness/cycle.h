/* cycle.h - what one cycle is, by the latencies that are whole numbers of it. */
#ifndef PROBES_CYCLE_H
#define PROBES_CYCLE_H

#include <stddef.h>

/* The greatest common divisor of COUNT measured latencies, any unit: the longest cycle of which
   all are whole multiples.  No single instruction can be trusted (the Pentium 4 adds in half a
   cycle, later cores fold adds away), so several kinds of chain are asked (METHODS T1, after
   lmbench's mhz).  Returns 0 where nothing fits. */
double cycle_of(const double *latency, size_t count);

#endif
