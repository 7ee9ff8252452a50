/* mixes.h - the sweep of mixes of independent instructions. */
#ifndef MIXES_H
#define MIXES_H

#include "statements.h"

/* Numbers of independent integer adds, floating-point adds and loads, and two loops that repeat the
   mix MIX_FEW and MIX_MANY times.  RUN is NULL if the compiler keeps values in memory. */
struct mix {
    size_t integers, floats, loads;
    statement_run *run[2];
};

enum { MIX_FEW = 2, MIX_MANY = 4 };

/* Prints the table of COUNT mixes: cycles of a round of each loop.  Returns NULL, or why there is
   no table. */
const char *mixes_sweep(struct machine *machine, const struct mix *mixes, size_t count, FILE *out);

#endif
