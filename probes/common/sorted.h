/* sorted.h - sorts pages by the sets of the first level that they map to.  If a way is larger than
   a page and the index is physical, sorted pages behave as contiguous memory does. */
#ifndef SORTED_H
#define SORTED_H

#include "sequence.h"

/* Writes to ORDER the page that is to replace each page of a calibrated layout, so that the
   colours repeat.  Returns false if no order was found, or the pages are in order already. */
bool sorted_pages(struct layout *layout, size_t *order);

#endif
