/* links.h - the words that a chain links, each of them once. */
#ifndef SIM_LINKS_H
#define SIM_LINKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The words of a region: a bit for each. */
struct links {
    uint64_t *bits;
};

/* Returns false where there is no memory. */
bool links_open(struct links *links, size_t bytes);

/* Returns false if the word at OFFSET is linked already. */
bool links_add(struct links *links, size_t offset);

/* Forgets the words at these COUNT offsets, which are all that are linked. */
void links_forget(struct links *links, const size_t *offset, size_t count);

void links_close(struct links *links);

#endif
