/* links.h - the places that a chain links: inside a region, and each of them once. */
#ifndef SIM_LINKS_H
#define SIM_LINKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct links {
    size_t bytes;
    uint64_t *bits;
};

/* Returns false where there is no memory. */
bool links_open(struct links *links, size_t bytes);

/* Returns what is wrong with a chain of these COUNT offsets, or NULL. */
const char *links_fault(struct links *links, const size_t *offset, size_t count);

void links_close(struct links *links);

#endif
