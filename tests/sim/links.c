/* links.c - a bit for each word of a region. */
#include "links.h"

#include <stdlib.h>

enum { LINKED_BYTES = sizeof(void *), BITS = 64 };

bool links_open(struct links *links, size_t bytes) {
    links->bits = calloc(bytes / LINKED_BYTES / BITS + 1, sizeof *links->bits);
    return links->bits != NULL;
}

bool links_add(struct links *links, size_t offset) {
    uint64_t *bits = &links->bits[offset / LINKED_BYTES / BITS];
    uint64_t bit = UINT64_C(1) << offset / LINKED_BYTES % BITS;
    bool linked = (*bits & bit) != 0;
    *bits |= bit;
    return !linked;
}

void links_forget(struct links *links, const size_t *offset, size_t count) {
    for (size_t i = 0; i < count; i++)
        links->bits[offset[i] / LINKED_BYTES / BITS] = 0;
}

void links_close(struct links *links) {
    free(links->bits);
}
