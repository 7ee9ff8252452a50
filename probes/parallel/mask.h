/* mask.h - the CPUs that this process may use. */
#ifndef PARALLEL_MASK_H
#define PARALLEL_MASK_H

#include <stdbool.h>
#include <stddef.h>

/* 0: unknown. */
size_t mask_count(void);

/* Keeps the calling thread on the CPU of that number.  Returns false where nothing does, or it may
   not; where there is one CPU nothing has to. */
bool mask_pin(size_t cpu);

/* Lets it go to any of them. */
void mask_unpin(void);

/* What pins, where there are several: the system, or hwloc. */
bool mask_bind(size_t cpu);

/* CPUs' worth of time that control groups allow (both versions' files); HUGE_VAL: all. */
double mask_quota(void);

#endif
