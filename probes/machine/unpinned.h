/* unpinned.h - threads that nobody pins: a seam as parallel.h is, with the simulated side in
   tests/sim/parallel.c. */
#ifndef UNPINNED_H
#define UNPINNED_H

#include "parallel.h"

/* Has COUNT threads, 2 * CPUS_MOST + 1 at the most, each do the same piece of work, on which CPUs
   the system likes.  Returns the ns from when all begin until the last has done it, or HUGE_VAL
   where so many are not to be had. */
double unpinned_ns(struct machine *machine, size_t count, enum workload workload);

#endif
