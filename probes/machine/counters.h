/* counters.h - the machine's own counts of events, where it has any: another seam, with the real
   machine on one side (counters.c) and the simulated one on the other (tests/sim/counters.c).

   What is counted is what this process did between a start and a stop, without what an empty
   measurement counts (AMP 2.2).  What the counter means is not sure: CPUs have errata (AMP 3.1),
   and what is called by one name is not one event everywhere.  The method has to find that out. */
#ifndef COUNTERS_H
#define COUNTERS_H

#include "machine.h"

#include <stdint.h>

/* Loads that miss the first data cache or TLB, fetches that miss the first cache of code. */
enum event { EVENT_L1D, EVENT_DTLB, EVENT_L1I, EVENTS };

/* Why there is no table. */
#define COUNTERS_NONE NEVER_HERE "no counters of misses, or none that counts them"

struct counter {
    enum event event;
    int file;
    double empty;                     /* what an empty measurement counts */
    uint64_t count, enabled, running; /* at the start */
};

/* Returns false where there is no such counter, or another uses it too. */
bool counter_open(struct machine *machine, struct counter *counter, enum event event);
void counter_close(struct machine *machine, struct counter *counter);

void counter_start(struct machine *machine, struct counter *counter);

/* Returns the count, or -1 where the counter was another's for a part of the time. */
double counter_stop(struct machine *machine, struct counter *counter);

#endif
