/* sorted.h - pages in the order of the sets of the first level they fall on, where a way is larger
   than a page and its index physical: then pages that were scattered are as good as contiguous. */
#ifndef SORTED_H
#define SORTED_H

#include "sequence.h"

/* Of a calibrated layout the page that is to stand for each, so that in order they fall on all sets
   again and again; the caller frees it.  NULL where no order shows, or they are in order, or there
   is no memory. */
size_t *sorted_pages(struct layout *layout);

#endif
