/* eviction_set.h - which units push out another: those of its own colour, as many as fill it. */
#ifndef EVICTION_SET_H
#define EVICTION_SET_H

#include "colours.h"

/* The open units push out UNIT.  Those that do so have its colour, which is added to the known
   ones; it is filled by the fewest of them (as Vila, Koepf and Morales reduce a set).  Returns
   false where it cannot be told which. */
bool eviction_set_find(struct colours *colours, size_t unit);

#endif
