/* timer.h - a kernel's samples, in its context (Whaley & Castaldo 2 to 5). */
#ifndef KERNEL_TIMER_H
#define KERNEL_TIMER_H

#include "kernel.h"

struct timer;

/* Puts the operands where they are to be, and finds out by the first candidate how many calls the
   clock sees well.  Returns a reason, or NULL; in either case timer_close what is in *TIMER. */
const char *timer_open(struct machine *machine, const struct kernel *kernel, struct timer **timer);
void timer_close(struct timer *timer);

/* ns of a call of CANDIDATE, by the wall's clock: nothing makes it less than it is, so that the
   least of a few counts (MultTimingSamples). */
double timer_sample(struct timer *timer, size_t candidate);

#endif
