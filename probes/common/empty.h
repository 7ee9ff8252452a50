/* empty.h - what counting itself counts. */
#ifndef EMPTY_H
#define EMPTY_H

#include "../machine/counters.h"

/* For counter_open: the least that nothing counts, of a few tries; -1 where each was lost. */
double counter_empty(struct machine *machine, struct counter *counter);

#endif
