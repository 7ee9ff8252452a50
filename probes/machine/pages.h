/* pages.h - memory at the seam: fresh pages, small or huge. */
#ifndef PAGES_H
#define PAGES_H

#include "machine.h"

enum page_policy { PAGES_SMALL, PAGES_HUGE, PAGES_SHARED };
/* Linux grants most of this size; where they are of another the policy is simply not granted. */
enum { PAGES_HUGE_BYTES = 2 << 20 };

/* Draws BYTES of fresh pages; linking a chain touches those that it visits.  PAGES_HUGE falls back
   to small ones where huge are not granted; PAGES_SHARED are small ones that this process and those
   that it starts later all see.  Pages that are still held are never drawn again, so that each
   layout has its own. Returns false where there is no memory. */
bool pages_draw(struct machine *machine, struct pages *pages, size_t bytes,
                enum page_policy policy);
void pages_release(struct machine *machine, struct pages *pages);

/* The most bytes that a sweep may draw: a share of what memory and limits allow. */
size_t pages_limit(struct machine *machine);

#endif
