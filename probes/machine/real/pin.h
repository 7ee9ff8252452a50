/* pin.h - stays on one CPU. */
#ifndef PIN_H
#define PIN_H

/* Stays on the CPU where the scheduler puts the process now, always one of those allowed at the
   first call. */
void pin_here(void);

#if defined __linux__ && defined _GNU_SOURCE
#include <sched.h>

/* CPUs that were allowed at the first call; for who has GNU's sets of them. */
extern cpu_set_t pin_mask;
#endif

#endif
