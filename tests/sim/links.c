/* links.c - a bit for each place of a region. */
#include "links.h"

#include <stdlib.h>

enum { BITS = 64 };

bool links_open(struct links *links, size_t bytes) {
    links->bytes = bytes;
    links->bits = calloc(bytes / BITS + 1, sizeof *links->bits);
    return links->bits != NULL;
}

static bool are_inside(const struct links *links, const size_t *offset, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (offset[i] >= links->bytes)
            return false;
    return true;
}

/* The bytes of a bit: fewer bits are nearer to each other.  Only a simulated machine can link
   places that are less than a word apart, as the papers' sweeps do. */
static size_t unit_of(const size_t *offset, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (offset[i] % sizeof(void *) != 0)
            return 1;
    return sizeof(void *);
}

static bool differ(struct links *links, const size_t *offset, size_t count) {
    size_t unit = unit_of(offset, count);
    bool different = true;
    for (size_t i = 0; i < count; i++) {
        uint64_t *bits = &links->bits[offset[i] / unit / BITS];
        uint64_t bit = UINT64_C(1) << offset[i] / unit % BITS;
        different = different && (*bits & bit) == 0;
        *bits |= bit;
    }
    for (size_t i = 0; i < count; i++)
        links->bits[offset[i] / unit / BITS] = 0;
    return different;
}

const char *links_fault(struct links *links, const size_t *offset, size_t count) {
    if (!are_inside(links, offset, count))
        return "a place is beyond its pages";
    return differ(links, offset, count) ? NULL : "a place is linked twice";
}

void links_close(struct links *links) {
    free(links->bits);
}
