/* zeros.h - loads of pages that are only read.

   A system backs pages that were never written with one frame of zeros, so that the lines of all of
   them stay in the first cache, and no entry of a TLB holds several of them, since their frames are
   no neighbours.  A sweep has to check that: other systems take a frame for each page. */
#ifndef ZEROS_H
#define ZEROS_H

#include "pages.h"

#include <stdint.h>

/* Loads of COUNT pages, drawn with PAGES_ZEROS, by their numbers, each WITHIN bytes from the
   page's beginning.  The address of a load depends on the load before it. */
struct zeros {
    const struct pages *pages;
    const uint32_t *page;
    size_t count, within;
};

/* Performs the loads once, untimed. */
void zeros_walk(struct machine *machine, const struct zeros *zeros);

/* Performs them once, and returns their total time in ns, with that of reading the clock.  The
   result is off by up to one step of the clock either way. */
double zeros_burst(struct machine *machine, const struct zeros *zeros);

#endif
