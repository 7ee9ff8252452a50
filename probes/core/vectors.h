/* vectors.h - measures which vectors run at full rate. */
#ifndef VECTORS_H
#define VECTORS_H

#include "statements.h"

/* COUNT vectors of ascending BYTES, the first a single value.  LOOPS holds two loops of adds for
   each, the shorter one first. */
struct vectors {
    const size_t *bytes;
    const struct statement_loop *loops;
    size_t count;
};

/* Prints the table: cycles of a round of each loop.  Returns NULL, or why there is no table. */
const char *vectors_sweep(struct machine *machine, const struct vectors *vectors, FILE *out);

/* Returns NULL if vectors of BYTES are the widest of which a cycle adds as many as of single
   values; else why they are not, or why that cannot be decided. */
const char *vectors_guard(struct machine *machine, const struct vectors *vectors, size_t bytes);

/* The same for the vectors that the flags allow.  It is defined by the sweep simd. */
const char *simd_guard(struct machine *machine, size_t bytes);

#endif
