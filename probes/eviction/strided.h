/* strided.h - finds the colours of physically contiguous memory from strided sequences (X-Ray 4.6):
   the smallest stride at which the fewest places conflict is a way.  As in its Figure 11, evictors
   are visited in between, which evict all from the first level.  Fails where memory is not
   contiguous. */
#ifndef STRIDED_H
#define STRIDED_H

#include "colours.h"

/* Finds the colours of all units.  Fails where memory is not contiguous, or where the level has no
   more colours than the first level. */
bool strided_find(struct colours *colours, struct eviction *eviction);

#endif
