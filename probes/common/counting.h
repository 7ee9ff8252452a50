/* counting.h - counts without what counting itself adds (AMP 2.2). */
#ifndef COUNTING_H
#define COUNTING_H

#include "../machine/counters.h"

/* Opens a counter of EVENT, and measures what an empty measurement counts, which every counter_stop
   subtracts.  Returns false if there is no such counter, or another process uses it all the time.
 */
bool counting_open(struct machine *machine, struct counter *counter, enum event event);

#endif
