/* homes.h - memory that a CPU touched first, and what it is to others: a seam, with the real
   machine on one side (this directory) and the simulated one on the other (tests/sim/homes.c). */
#ifndef HOMES_HOMES_H
#define HOMES_HOMES_H

#include "../parallel/parallel.h"

/* Areas that there may be at a time. */
enum { HOMES_MOST = 64 };

/* Has CPU touch fresh pages, before all others, which are area number HOME from then on.  Returns
   false where there is no memory, or threads are not to be had or cannot be pinned. */
bool homes_claim(struct machine *machine, size_t cpu, size_t home);

/* Ns of a load that CPU makes there, of lines that it has flushed out of all caches before;
   HUGE_VAL where nothing flushes.  One lap of some ms at the most. */
double homes_visit(struct machine *machine, size_t cpu, size_t home);

/* Gives all areas back. */
void homes_leave(struct machine *machine);

#endif
