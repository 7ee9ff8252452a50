/* timer.h - samples of a kernel in its context (Whaley & Castaldo 2 to 5). */
#ifndef TIMER_H
#define TIMER_H

#include "kernel.h"

struct timer;

/* Places the operands, and as many sets of them as a sample of MANY calls needs.  Returns NULL, or
   why it cannot; call timer_close with *TIMER in either case.  KERNEL must live as long. */
const char *timer_open(struct machine *machine, const struct kernel *kernel, bool many,
                       struct timer **timer);
void timer_close(struct timer *timer);

/* Returns whether the clock times a single call of CANDIDATE well. */
bool timer_sees_a_call(struct timer *timer, size_t candidate);

/* Adds calls to a sample of CANDIDATE until the clock times it well.  Returns false if the clock is
   too coarse for as many calls as there may be. */
bool timer_grow(struct timer *timer, size_t candidate);

/* Returns the ns of a call of CANDIDATE: of wall-clock time, to which noise only adds, the least of
   a few samples; of CPU time, which is off either way, the median (MultTimingSamples, 2.1). */
double timer_sample(struct timer *timer, size_t candidate);

#endif
