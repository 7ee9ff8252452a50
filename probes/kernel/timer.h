/* timer.h - a kernel's samples, in its context (Whaley & Castaldo 2 to 5). */
#ifndef TIMER_H
#define TIMER_H

#include "kernel.h"

struct timer;

/* Puts the operands where they are to be; where a sample will have MANY calls, as many sets of
   them. Returns a reason, or NULL; in either case timer_close what is in *TIMER.  KERNEL must live
   as long. */
const char *timer_open(struct machine *machine, const struct kernel *kernel, bool many,
                       struct timer **timer);
void timer_close(struct timer *timer);

/* Does the clock see a single call of CANDIDATE well? */
bool timer_sees_a_call(struct timer *timer, size_t candidate);

/* Puts more calls into a sample of CANDIDATE until the clock sees them well.  False: it is too
   coarse for as many calls as there may be. */
bool timer_grow(struct timer *timer, size_t candidate);

/* ns of a call of CANDIDATE.  Nothing makes what the wall's clock says less than it is, so that of
   a few the least counts; of CPU time, which is off either way, the median does (MultTimingSamples,
   2.1). */
double timer_sample(struct timer *timer, size_t candidate);

#endif
