/* workload.h - the work of the threads of parallel.h and unpinned.h. */
#ifndef WORKLOAD_H
#define WORKLOAD_H

#include "../parallel.h"

/* Returns the rounds of a piece that the clock times well, always the same number, since pieces are
   compared. */
size_t workload_rounds(struct machine *machine);

/* Does a piece of ROUNDS rounds. */
void workload_run(enum workload workload, size_t rounds);

#endif
