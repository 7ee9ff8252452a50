/* aliases.h - one frame of memory mapped at many pages, as data or as code.

   The pages share the lines of that frame, so that the caches hold all of them and only their
   translations differ in cost.  Neighbours have the same frame, so that no TLB keeps several of
   them in one entry. */
#ifndef ALIASES_H
#define ALIASES_H

#include "machine.h"

#include <stdint.h>

/* What the frame holds: zeros, or return instructions. */
enum aliases_kind { ALIASES_OF_DATA, ALIASES_OF_CODE };

struct aliases {
    enum aliases_kind kind;
    size_t page_bytes, pages;
    unsigned char *base; /* belongs to the machine */
    void *mapping;
};

/* Maps one frame at so many PAGES.  Returns NULL, or why that is not possible here. */
const char *aliases_map(struct machine *machine, struct aliases *aliases, enum aliases_kind kind,
                        size_t pages);

/* Does nothing where nothing is mapped. */
void aliases_release(struct machine *machine, struct aliases *aliases);

/* Visits COUNT offsets into the pages, one after the other: loads a byte, or calls the code there,
   which returns at once.  An offset is a multiple of 8.  Returns the time in ns, as chain_burst
   does. */
double aliases_visit(struct machine *machine, const struct aliases *aliases, const uint32_t *offset,
                     size_t count);

#endif
