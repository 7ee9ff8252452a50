/* links.h - the places that a chain links, each of them once. */
#ifndef SIM_LINKS_H
#define SIM_LINKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The places of a region: a bit for each. */
struct links {
    uint64_t *bits;
};

/* Returns false where there is no memory. */
bool links_open(struct links *links, size_t bytes);

/* Returns false if two of these COUNT offsets are the same. */
bool links_differ(struct links *links, const size_t *offset, size_t count);

void links_close(struct links *links);

#endif
