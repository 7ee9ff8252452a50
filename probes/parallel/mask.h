/* mask.h - the CPUs that this process may use. */
#ifndef PARALLEL_MASK_H
#define PARALLEL_MASK_H

#include <stdbool.h>
#include <stddef.h>

/* 0: unknown. */
size_t mask_count(void);

/* Stays the calling thread on the CPU of that number.  Returns false where it may not. */
bool mask_pin(size_t cpu);

/* Lets it go to any of them. */
void mask_unpin(void);

/* CPUs' worth of time that control groups allow (both versions' files); HUGE_VAL: all. */
double mask_quota(void);

#endif
