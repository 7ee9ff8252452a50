/* links.h - the places that a chain links, each of them once. */
#ifndef SIM_LINKS_H
#define SIM_LINKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A hash table of offsets, each under the number of its linking, so that a new one starts empty. */
struct links {
    uint64_t *place;
    size_t size; /* a power of two */
    uint64_t linking;
};

/* Begins a linking of COUNT places. */
void links_begin(struct links *links, size_t count);

/* Returns false if this linking has the place already. */
bool links_add(struct links *links, uint64_t offset);

void links_close(struct links *links);

#endif
