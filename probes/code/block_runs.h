/* block_runs.h - measures what a block costs in longer and longer runs of code blocks. */
#ifndef BLOCK_RUNS_H
#define BLOCK_RUNS_H

#include "../machine/block_run.h"

#include <stdio.h>

/* Runs of LEAST to MOST operations, PARTS lengths to the octave.  Where FAR has runs of far jumps,
   one for each run or NULL, these replace up to three sixths of the near jumps. */
struct block_runs {
    const struct block_run *run, *const *far;
    size_t count, least, most, parts;
};

/* Prints the table of the sweep NAME, with a row for each run and length: the bytes of a block that
   jumps and how many jumps of six are far, or the operations of a straight block; the number of
   blocks; the cycles of one block.  Lengths are executed in turn, again and again.  Returns NULL,
   or why there is no table. */
const char *block_runs_measure(struct machine *machine, const struct block_runs *runs,
                               const char *name, FILE *out);

#endif
