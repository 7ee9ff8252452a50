/* shift.h - chooses the bytes by which the last of A + 1 places is shifted (X-Ray's Figure 10). */
#ifndef SHIFT_H
#define SHIFT_H

#include <stdbool.h>
#include <stddef.h>

/* The next shift, in bytes.  Lines are mostly powers of two, and some are three times one; so both
   are tried, in ascending order. */
static inline size_t shift_next(size_t shift) {
    bool power = (shift & (shift - 1)) == 0;
    return power && shift > sizeof(void *) ? shift / 2 * 3 : power ? 2 * shift : shift / 3 * 4;
}

/* Returns whether SHIFT less a word is itself one of the shifts, or nearly. */
static inline bool shift_is_near(size_t shift) {
    return shift <= 4 * sizeof(void *);
}

#endif
