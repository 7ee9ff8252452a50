/* mixes.h - the sweep of mixes of independent instructions. */
#ifndef MIXES_H
#define MIXES_H

#include "mix.h"
#include "statements.h"

/* Prints the table of COUNT mixes: cycles of a round of each loop.  Returns NULL, or why there is
   no table. */
const char *mixes_sweep(struct machine *machine, const struct mix *mixes, size_t count, FILE *out);

#endif
