/* strided.h - the colours of physically contiguous memory: they follow the addresses.

   X-Ray 4.6: the smallest stride at which the fewest places conflict is a way.  As in its Figure
   11 others are visited between, which push everything out of the first level. */
#ifndef STRIDED_H
#define STRIDED_H

#include "colours.h"

/* Finds the colours of all units from strided sequences.  Returns false where memory is not
   contiguous, or there are so few colours that the first level has as many. */
bool strided_find(struct colours *colours, struct eviction *eviction);

#endif
