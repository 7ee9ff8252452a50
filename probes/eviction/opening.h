/* opening.h - what has to be learnt of a level before evictions tell anything. */
#ifndef OPENING_H
#define OPENING_H

#include "eviction.h"

/* Learns hit, gone, evictors and reach of LEVEL, from 2 on.  The first units are used up by it.
   Returns false where no such level shows, or it would take too long, or there is no memory. */
bool eviction_open(struct eviction *eviction, struct units *units, size_t level);

/* Learns them anew for a virtually indexed level above of ways larger than a unit: from now on what
   washes is visited after each unit, as between the places of X-Ray's Figure 11, and no evictors
   are needed.  Where the second level is exclusive others would fill it, and many units in the
   first one at once.  Returns false where the level above does not seem to have such ways. */
bool eviction_open_between(struct eviction *eviction);

#endif
