/* verify.h - are the colours that were found all there are, each once? */
#ifndef VERIFY_H
#define VERIFY_H

#include "groups.h"

/* Finds all colours as colours_find does, and looks for those again that turn out to be another one
   too, or to hold units of others: a neighbour may have disturbed the search.  Returns false where
   time or units run out before. */
bool verify_find(struct groups *groups, size_t laps);

/* Do the evictors that are visited between all units push out none of those that were looked at?
   Where a colour has no more ways than evictors, other units of it would never stay, and the colour
   would not be found. */
bool verify_evictors(struct colours *colours);

#endif
