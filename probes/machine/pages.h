/* pages.h - fresh pages, small or huge. */
#ifndef PAGES_H
#define PAGES_H

#include "machine.h"

enum page_policy { PAGES_SMALL, PAGES_HUGE, PAGES_SHARED, PAGES_ZEROS };
/* The size of most huge pages of Linux.  Where they have another size, they are not granted. */
enum { PAGES_HUGE_BYTES = 2 << 20 };

/* Allocates BYTES of fresh pages, behind which a sweep may link nothing.  They are touched later,
   when a chain is linked through them.  PAGES_HUGE falls back to small pages if huge ones are not
   granted; PAGES_SHARED are small pages that this process shares with those that it starts later;
   PAGES_ZEROS are small pages for zeros.h, which must not be written.  Until they are released no
   other call returns the same pages, so that each layout has its own.  Returns false if there is no
   memory. */
bool pages_draw(struct machine *machine, struct pages *pages, size_t bytes,
                enum page_policy policy);

/* Returns them to the system.  Does nothing with PAGES that are zeroed, or were released before. */
void pages_release(struct machine *machine, struct pages *pages);

/* Returns the most bytes that a sweep may hold: a fraction of what the memory, the address space
   and a control group allow. */
size_t pages_limit(struct machine *machine);

#endif
