/* stretches.h - what longer and longer stretches of code cost. */
#ifndef STRETCHES_H
#define STRETCHES_H

#include "../machine/stretch.h"

#include <stdio.h>

/* Stretches of LEAST to MOST operations, PARTS to the octave.  Where FAR has stretches of far
   jumps, one for each or none, up to three sixths of them stand in for near ones. */
struct stretches {
    const struct stretch *stretch, *const *far;
    size_t count, least, most, parts;
};

/* Prints the table of the sweep NAME, of a row for each stretch and length: the bytes of a block
   that jumps and how many of six jump far, or the operations of others, how many blocks, and what
   one of them costs.  Lengths are executed in turn, again and again.  Returns NULL, or why there is
   no table. */
const char *stretches_measure(struct machine *machine, const struct stretches *stretches,
                              const char *name, FILE *out);

#endif
