/* block_runs.h - measures the cost of a block in longer and longer runs of code blocks. */
#ifndef BLOCK_RUNS_H
#define BLOCK_RUNS_H

#include "../machine/block_run.h"

#include <stdio.h>

/* Runs of LEAST to MOST operations, with PARTS lengths to the octave.  FAR, if not NULL, has a run
   of far jumps for each run, or NULL; these replace up to three sixths of the near jumps. */
struct block_runs {
    const struct block_run *run, *const *far;
    size_t count, least, most, parts;
};

/* Prints the table of the sweep NAME, with a row for each run and length.  The key of a straight
   run is the operations of a block; that of jumps is the bytes of a block and how many jumps of six
   are far.  The number of blocks and the cycles of one block follow.  Returns NULL, or why there is
   no table. */
const char *block_runs_measure(struct machine *machine, const struct block_runs *runs,
                               const char *name, FILE *out);

#endif
