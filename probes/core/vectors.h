/* vectors.h - which vectors run at full rate. */
#ifndef VECTORS_H
#define VECTORS_H

#include "statements.h"

/* COUNT vectors of ascending BYTES, the first of a single value; of each its adds in loops that are
   unrolled little and much, one behind the other in LOOPS. */
struct vectors {
    const size_t *bytes;
    const struct statement_loop *loops;
    size_t count;
};

/* Prints a table: cycles of a round of each loop.  Returns NULL, or why there is none. */
const char *vectors_sweep(struct machine *machine, const struct vectors *vectors, FILE *out);

/* Returns NULL where the vectors of so many bytes are the widest that add as many vectors a cycle
   as single values; else why not, or that it does not show. */
const char *vectors_guard(struct machine *machine, const struct vectors *vectors, size_t bytes);

/* The same of the vectors that the flags allow, where the sweep simd is. */
const char *simd_guard(struct machine *machine, size_t bytes);

#endif
