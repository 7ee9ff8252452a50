/* eviction_set.h - finds the eviction set of a unit: as many units of its colour as fill the sets
   (Vila, Koepf and Morales). */
#ifndef EVICTION_SET_H
#define EVICTION_SET_H

#include "colours.h"

/* Reduces the open units, which evict UNIT, to its eviction set, adds their colour to the known
   ones, and gives it to the other open units that they evict.  Fails where noise hides the set. */
bool eviction_set_find(struct colours *colours, size_t unit);

#endif
