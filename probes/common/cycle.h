/* cycle.h - what one cycle is, by the latencies that are whole numbers of it. */
#ifndef CYCLE_H
#define CYCLE_H

#include <stdbool.h>
#include <stddef.h>

/* The greatest common divisor of COUNT measured latencies, any unit: the longest cycle of which
   all are whole multiples.  No single instruction can be trusted (some cores add in half a
   cycle, others fold adds away), so several kinds of chain are asked (METHODS T1, after
   lmbench's mhz).  The first is of loads.  Where a SHIFT is among the others, which mostly takes
   one cycle, loads alone do not make a cycle shorter: what runs beside on the same core can slow
   them, steadily, by a half or a third of one.  Returns 0 where nothing fits. */
double cycle_of(const double *latency, size_t count, bool shift);

/* The same of chains that were measured in two ways.  A latency that is off in one of them can make
   all seem multiples of a part of a cycle; so where the ways do not agree, the fastest chain takes
   one cycle in one of them, and in the other that or no cycle fits. */
double cycle_of_both(const double *one, const double *other, size_t count, bool shift);

/* Are so many CYCLES those of STEPS that take LATENCY each, and of a loop that takes no more than
   that part of them?  What halves the CPU while a ruler runs would halve the cycle. */
bool cycle_counts(double cycles, size_t steps, double latency, double loop);

#endif
