/* links.c - a bit for each word of a region. */
#include "links.h"

#include <stdlib.h>

enum { BITS = 64, WORD = sizeof(void *) };

bool links_open(struct links *links, size_t bytes) {
    links->bytes = bytes;
    links->bits = calloc(bytes / WORD / BITS + 1, sizeof *links->bits);
    return links->bits != NULL;
}

static bool are_words_inside(const struct links *links, const size_t *offset, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (offset[i] % WORD != 0 || links->bytes < WORD || offset[i] > links->bytes - WORD)
            return false;
    return true;
}

static bool differ(struct links *links, const size_t *offset, size_t count) {
    bool different = true;
    for (size_t i = 0; i < count; i++) {
        uint64_t *bits = &links->bits[offset[i] / WORD / BITS];
        uint64_t bit = UINT64_C(1) << offset[i] / WORD % BITS;
        different = different && (*bits & bit) == 0;
        *bits |= bit;
    }
    for (size_t i = 0; i < count; i++)
        links->bits[offset[i] / WORD / BITS] = 0;
    return different;
}

const char *links_fault(struct links *links, const size_t *offset, size_t count) {
    if (!are_words_inside(links, offset, count))
        return "a place is no word of its pages";
    return differ(links, offset, count) ? NULL : "a place is linked twice";
}

void links_close(struct links *links) {
    free(links->bits);
}
