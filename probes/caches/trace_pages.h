/* trace_pages.h - the pages of the blocks of a trace of the first level. */
#ifndef TRACE_PAGES_H
#define TRACE_PAGES_H

#include "../common/sequence.h"

/* Pages of WAY bytes, so that all have lines in the same sets, which have so many WAYS.  With APART
   no two distances between pages of the pool are equal, since a prefetcher would take visits at
   equal distances for a stride, and fetch another page. */
struct trace_pages {
    struct layout *layout;
    size_t ways, way;
    bool apart;
};

/* Writes the numbers of COUNT pages of the arena to PAGE, the first POOL of which are the pool: any
   two of them fit the first level together (micro_tags.h), if it has at least two ways.  The
   others need not fit.  Returns false if there are too few. */
bool trace_pages_draw(const struct trace_pages *pages, size_t *page, size_t pool, size_t count);

#endif
