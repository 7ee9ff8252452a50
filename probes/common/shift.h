/* shift.h - by how much the last of A + 1 places is shifted (X-Ray's Figure 10). */
#ifndef SHIFT_H
#define SHIFT_H

#include <stdbool.h>
#include <stddef.h>

/* Lines are powers of two; so each of these, and thrice one between two of them, in bytes. */
static inline size_t shift_next(size_t shift) {
    bool power = (shift & (shift - 1)) == 0;
    return power && shift > sizeof(void *) ? shift / 2 * 3 : power ? 2 * shift : shift / 3 * 4;
}

/* Is a shift by a word less one of them too? */
static inline bool shift_is_near(size_t shift) {
    return shift <= 4 * sizeof(void *);
}

#endif
