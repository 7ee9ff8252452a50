/* block_runs.h - what longer and longer stretches of code cost. */
#ifndef BLOCK_RUNS_H
#define BLOCK_RUNS_H

#include "../machine/block_run.h"

#include <stdio.h>

/* Stretches of LEAST to MOST operations, PARTS to the octave.  Where FAR has stretches of far
   jumps, one for each or none, up to three sixths of them stand in for near ones. */
struct block_runs {
    const struct block_run *run, *const *far;
    size_t count, least, most, parts;
};

/* Prints the table of the sweep NAME, of a row for each stretch and length: the bytes of a block
   that jumps and how many of six jump far, or the operations of others, how many blocks, and what
   one of them costs.  Lengths are executed in turn, again and again.  Returns NULL, or why there is
   no table. */
const char *block_runs_measure(struct machine *machine, const struct block_runs *runs,
                               const char *name, FILE *out);

#endif
