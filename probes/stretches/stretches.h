/* stretches.h - what longer and longer stretches of code cost. */
#ifndef STRETCHES_H
#define STRETCHES_H

#include "../harness/stretch.h"

#include <stdio.h>

/* Stretches of LEAST to MOST operations, PARTS to the octave. */
struct stretches {
    const struct stretch *stretch;
    size_t count, least, most, parts;
};

/* Prints the table of the sweep NAME, of a row for each stretch and length: the bytes of a block
   that jumps, or the operations of others, how many blocks, and what one of them costs.  Lengths
   are executed in turn, again and again.  Returns NULL, or why there is no table. */
const char *stretches_measure(struct machine *machine, const struct stretches *stretches,
                              const char *name, FILE *out);

#endif
