/* unpinned.h - threads that the scheduler places. */
#ifndef UNPINNED_H
#define UNPINNED_H

#include "parallel.h"

/* Lets COUNT threads, at most 2 * CPUS_MOST + 1, do the same amount of work on whichever CPUs the
   scheduler chooses.  Returns the ns from the common start until the last thread is done, or
   NOT_MEASURED if that many threads cannot be created. */
double unpinned_ns(struct machine *machine, size_t count, enum workload workload);

#endif
