/* workload.h - what the threads do. */
#ifndef WORKLOAD_H
#define WORKLOAD_H

#include "../parallel.h"

/* So many rounds that a piece is timed well; always the same, since pieces are compared. */
size_t workload_rounds(struct machine *machine);

/* A piece of so many rounds. */
void workload_run(enum workload workload, size_t rounds);

#endif
