/* level.h - the sweep of a level of cache behind the first. */
#ifndef LEVEL_H
#define LEVEL_H

#include "../harness/harness.h"

#include <stdio.h>

/* Prints the table of LEVEL, from 2 on.  Returns NULL, or why there is none. */
const char *level_sweep(struct machine *machine, size_t level, FILE *out);

#endif
