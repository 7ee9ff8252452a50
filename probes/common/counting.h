/* counting.h - opens a counter whose counts exclude the cost of reading it (AMP 2.2). */
#ifndef COUNTING_H
#define COUNTING_H

#include "../machine/counters.h"

/* Opens a counter of EVENT, and measures the count of an empty measurement, which every
   counter_stop subtracts.  Returns false if there is no such counter, or another process holds it
   all the time. */
bool counting_open(struct machine *machine, struct counter *counter, enum event event);

#endif
