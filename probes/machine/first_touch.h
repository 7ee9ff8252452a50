/* first_touch.h - memory that a thread touches first, as it is seen from another CPU: a seam, with
   the real machine on one side (real/) and the simulated one on the other
   (tests/sim/first_touch.c).

   The system gives a page the memory nearest to who touches it first (BlackjackBench 3.1.4). */
#ifndef FIRST_TOUCH_H
#define FIRST_TOUCH_H

#include "parallel.h"

/* So many areas there may be at a time, numbered from 0, of so many bytes each. */
enum { AREAS_MOST = 65, AREA_BYTES = 512 << 10 };

/* Has a thread on CPU draw a fresh area of that number and touch all of it.  Returns false where
   there is no memory, or threads are not to be had or cannot be pinned. */
bool first_touch_draw(struct machine *machine, size_t area, size_t cpu);

/* ns of a load from it where no cache has its lines, by a thread on CPU, the least of a few laps;
   HUGE_VAL where no line can be flushed, or the clock is too coarse for a lap. */
double first_touch_walk(struct machine *machine, size_t area, size_t cpu);

void first_touch_release(struct machine *machine, size_t area);

#endif
