/* mask.h - the CPUs that this process may use. */
#ifndef MASK_H
#define MASK_H

#include <stdbool.h>
#include <stddef.h>

/* Returns how many there are, or 0 if that is unknown. */
size_t mask_count(void);

/* Pins the calling thread to the CPU of that number.  Returns false if the system has no such call
   or refuses it.  With a single CPU it does nothing and returns true. */
bool mask_pin(size_t cpu);

/* Lets the calling thread run on any of them. */
void mask_unpin(void);

/* Keeps the calling thread, and those that it creates afterwards, on COUNT CPUs from number FIRST
   on, by the system or by hwloc.  Returns false as mask_pin does, and if there are fewer CPUs. */
bool mask_bind(size_t first, size_t count);

/* Returns the CPUs' worth of time that control groups allow, of version 1 or 2, or HUGE_VAL without
   a quota. */
double mask_quota(void);

#endif
