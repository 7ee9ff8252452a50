/* first_touch.h - memory that one CPU touches first, seen from another.

   The system takes a page from the node of the CPU that touches it first (BlackjackBench 3.1.4). */
#ifndef FIRST_TOUCH_H
#define FIRST_TOUCH_H

#include "parallel.h"

/* Areas that may exist at a time, numbered from 0, and the bytes of each. */
enum { AREAS_MOST = 65, AREA_BYTES = 512 << 10 };

/* Allocates the area of that number, and touches all of it, by a thread on CPU.  Returns false if
   there is no memory, or threads cannot be created or pinned. */
bool first_touch_draw(struct machine *machine, size_t area, size_t cpu);

/* Returns the ns of a load from the area by a thread on CPU, with no line of it in any cache: the
   least of a few laps.  Returns NOT_MEASURED if lines cannot be flushed, or the clock is too
   coarse for a lap. */
double first_touch_walk(struct machine *machine, size_t area, size_t cpu);

void first_touch_release(struct machine *machine, size_t area);

#endif
