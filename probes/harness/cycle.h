/* cycle.h - what one cycle is, by the latencies that are whole numbers of it. */
#ifndef CYCLE_H
#define CYCLE_H

#include <stddef.h>

/* The greatest common divisor of COUNT measured latencies, any unit: the longest cycle of which
   all are whole multiples.  No single instruction can be trusted (the Pentium 4 adds in half a
   cycle, later cores fold adds away), so several kinds of chain are asked (METHODS T1, after
   lmbench's mhz).  The fastest of them takes FASTEST cycles at the most: with more, noise would
   find a divisor.  Returns 0 where nothing fits. */
double cycle_of(const double *latency, size_t count, int fastest);

/* The same of chains that were measured in two ways.  A latency that is off in one of them can make
   all seem multiples of a part of a cycle; so where the ways do not agree, the fastest chain takes
   one cycle, or there is none. */
double cycle_of_both(const double *one, const double *other, size_t count, int fastest);

#endif
