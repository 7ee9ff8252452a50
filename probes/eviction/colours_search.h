/* colours_search.h - the search for colours, and for more units of them. */
#ifndef COLOURS_SEARCH_H
#define COLOURS_SEARCH_H

#include "colours.h"

/* Finds all colours, and more units than fit of each, or of many of them, visiting units LAPS times
   before others are timed.  Fails where time or units run out. */
bool colours_find(struct colours *colours, size_t laps);

/* Continues until all colours are found again.  Fails as colours_find does. */
bool colours_resume(struct colours *colours);

/* Tests as many fresh units as it takes to find all colours, with other evictors than before: does
   what fills the known colours evict each, and half of that not, in as long a time?  Another thread
   that uses the sets of a colour hides it all the time.  Returns how many units do not show this;
   those that are not evicted become open. */
size_t colours_unproven(struct colours *colours);

/* Finds more units of COLOUR, up to MOST, among the tested ones and others. */
void colours_enrich(struct colours *colours, size_t colour, size_t most);

#endif
