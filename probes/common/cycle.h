/* cycle.h - finds the length of a cycle as the greatest common divisor of latencies. */
#ifndef CYCLE_H
#define CYCLE_H

#include "../../analysis/measured.h"

#include <stdbool.h>
#include <stddef.h>

/* Returns the longest cycle of which COUNT latencies, in any unit, are whole multiples, or 0 if
   there is none.  No single instruction can be trusted, since some cores add in half a cycle and
   others fold adds away; so several kinds of chain are compared (after lmbench's mhz).  The first
   latency is of loads.  SHIFT says that a shift, which mostly takes one cycle, is among the others.
   Then loads alone cannot make the cycle shorter, since another thread of the core can slow loads
   steadily by a half or a third of a cycle. */
double cycle_of(const double *latency, size_t count, bool shift);

/* Returns the cycle of chains that were measured in two ways.  One wrong latency can make all of
   them look like multiples of a fraction of a cycle.  So if the two results differ, a cycle
   counts only if the fastest chain takes one cycle of it, and the other way finds the same cycle
   or none. */
double cycle_of_both(const double *one, const double *other, size_t count, bool shift);

/* Returns whether CYCLES are those of STEPS of LATENCY each, plus at most the fraction LOOP for
   the loop around them.  It rejects a cycle that is half of the true one because another thread
   had half of the core while a ruler ran. */
bool cycle_counts(double cycles, size_t steps, double latency, double loop);

#endif
