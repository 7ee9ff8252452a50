/* counters.h - hardware performance counters.

   A count covers this process from a start to a stop, less the count of an empty measurement (AMP
   2.2).  Counters are not trusted: CPUs have errata (AMP 3.1), and one name denotes different
   events on different CPUs.  The methods have to check what a counter means. */
#ifndef COUNTERS_H
#define COUNTERS_H

#include "machine.h"

#include <stdint.h>

/* Loads that miss the first data cache; loads that miss the first data TLB; instruction fetches
   that miss the first instruction cache. */
enum event { EVENT_L1D, EVENT_DTLB, EVENT_L1I, EVENTS };

/* The reason of a sweep that finds no usable counter. */
#define COUNTERS_NONE NEVER_HERE "no performance counter counts these misses"

struct counter {
    enum event event;
    int file;
    double empty;                     /* the count of an empty measurement, 0 at first */
    uint64_t count, enabled, running; /* at the start */
};

/* Opens a counter of EVENT.  Returns false if there is none, or another process uses it too. */
bool counter_open(struct machine *machine, struct counter *counter, enum event event);
void counter_close(struct machine *machine, struct counter *counter);

/* Begins to count. */
void counter_start(struct machine *machine, struct counter *counter);

/* Returns the events since counter_start, less `empty', or NOT_MEASURED if the system lent the
   counter to another event for a part of that time. */
double counter_stop(struct machine *machine, struct counter *counter);

#endif
