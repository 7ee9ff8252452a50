/* opening.h - measures what eviction needs to know of a level: latencies, and how many units
   evict. */
#ifndef OPENING_H
#define OPENING_H

#include "eviction.h"

/* Measures hit, gone, evictors and reach of LEVEL, from 2 on, which uses up the first units.  Fails
   where there is no such level, where it would take too long, or without memory. */
bool eviction_open(struct eviction *eviction, struct units *units, size_t level);

/* Measures them again for a virtually indexed level above whose ways are larger than a unit.  From
   then on evictors of its class are visited after each unit, as between the places of X-Ray's
   Figure 11, and none are needed beside all units: an exclusive second level would be filled by
   those, and by many units that the first level holds at once.  Fails where the level above does
   not seem to have such ways. */
bool eviction_open_between(struct eviction *eviction);

#endif
