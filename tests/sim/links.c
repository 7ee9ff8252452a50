/* links.c - a hash table with linear probing (Knuth, volume 3, 6.4, algorithm L). */
#include "links.h"

#include <stdlib.h>

enum { OFFSET_BITS = 40, LEAST_SIZE = 1024 };

void links_begin(struct links *links, size_t count) {
    size_t size = links->size > 0 ? links->size : LEAST_SIZE;
    links->linking++;
    while (size < 2 * count)
        size *= 2;
    if (size == links->size)
        return;
    free(links->place);
    links->place = calloc(size, sizeof *links->place);
    links->size = size;
    if (links->place == NULL)
        abort();
}

bool links_add(struct links *links, uint64_t offset) {
    uint64_t wanted = links->linking << OFFSET_BITS | offset;
    size_t slot = (size_t)(offset * UINT64_C(0x9e3779b97f4a7c15) >> (64 - OFFSET_BITS));
    for (slot &= links->size - 1; links->place[slot] >> OFFSET_BITS == links->linking;
         slot = (slot + 1) & (links->size - 1))
        if (links->place[slot] == wanted)
            return false;
    links->place[slot] = wanted;
    return true;
}

void links_close(struct links *links) {
    free(links->place);
}
