/* sorted.h - pages in the order of the sets of the first level they fall on, where a way is larger
   than a page and its index physical: then pages that were scattered are as good as contiguous. */
#ifndef SORTED_H
#define SORTED_H

#include "sequence.h"

/* Writes to ORDER the page that is to stand for each of a calibrated layout, so that in order they
   fall on all sets again and again.  Returns false where no order shows, or they are in order. */
bool sorted_pages(struct layout *layout, size_t *order);

#endif
