/* pin.h - pins the process to one CPU. */
#ifndef PIN_H
#define PIN_H

/* Pins the process to the best of a few CPUs, beginning with the one that the scheduler chooses
   now.  The CPUs are always among those that were allowed at the first call. */
void pin_here(void);

#if defined __linux__ && defined _GNU_SOURCE
#include <sched.h>

/* The CPUs that were allowed at the first call of pin_here.  Needs _GNU_SOURCE. */
extern cpu_set_t pin_mask;
#endif

#endif
