/* timer.h - a kernel's samples, in its context (Whaley & Castaldo 2 to 5). */
#ifndef KERNEL_TIMER_H
#define KERNEL_TIMER_H

#include "kernel.h"

struct timer;

/* Puts the operands where they are to be, and finds out how many calls of each candidate that is
   ALIVE the clock sees well.  Returns a reason, or NULL; in either case timer_close what is in
   *TIMER.  KERNEL and ALIVE must live as long. */
const char *timer_open(struct machine *machine, const struct kernel *kernel, const bool *alive,
                       struct timer **timer);
void timer_close(struct timer *timer);

/* ns of a call of CANDIDATE.  Nothing makes what the wall's clock says less than it is, so that of
   a few the least counts; of CPU time, which is off either way, the median does (MultTimingSamples,
   2.1). */
double timer_sample(struct timer *timer, size_t candidate);

#endif
