/* empty.h - what counting itself counts. */
#ifndef COUNTERS_EMPTY_H
#define COUNTERS_EMPTY_H

#include "counters.h"

/* For counter_open: the least that nothing counts, of a few tries; -1 where each was lost. */
double counter_empty(struct machine *machine, struct counter *counter);

#endif
