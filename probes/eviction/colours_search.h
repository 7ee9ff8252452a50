/* colours_search.h - searches for colours, and for more units of each. */
#ifndef COLOURS_SEARCH_H
#define COLOURS_SEARCH_H

#include "colours.h"

/* Finds all colours, and more units than fit of each, or of many of them, visiting units LAPS
   times before others are timed.  Fails if time or units run out. */
bool colours_find(struct colours *colours, size_t laps);

/* Continues until all colours are found again.  Fails as colours_find does. */
bool colours_resume(struct colours *colours);

/* Tests that no colour is hidden by another thread that uses its sets all the time.  It takes as
   many fresh units as finding all colours does, and other evictors than before.  The units that
   fill the known colours must evict each fresh unit, and half of them must not, in the same time.
   Returns the number of units for which that is not so; those that are not evicted become open. */
size_t colours_unproven(struct colours *colours);

/* Finds more units of COLOUR, up to MOST, among the tested ones and others. */
void colours_enrich(struct colours *colours, size_t colour, size_t most);

#endif
