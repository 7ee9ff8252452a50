/* mask.h - the CPUs that this process may use. */
#ifndef MASK_H
#define MASK_H

#include <stdbool.h>
#include <stddef.h>

/* 0: unknown. */
size_t mask_count(void);

/* Keeps the calling thread on the CPU of that number.  Returns false where nothing does, or it may
   not; where there is one CPU nothing has to. */
bool mask_pin(size_t cpu);

/* Lets it go to any of them. */
void mask_unpin(void);

/* Keeps it and the threads that it makes from then on on COUNT CPUs, from the number FIRST on.
   Returns false where there are not so many, and as above.  It is the system that does, or hwloc.
 */
bool mask_bind(size_t first, size_t count);

/* CPUs' worth of time that control groups allow (both versions' files); HUGE_VAL: all. */
double mask_quota(void);

#endif
