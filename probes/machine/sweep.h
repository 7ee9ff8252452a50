/* sweep.h - what every sweep is: it measures and prints one table. */
#ifndef SWEEP_H
#define SWEEP_H

#include "machine.h"

#include <stdio.h>

/* A sweep measures and prints one table to OUT.  Returns NULL, or why it cannot measure here. */
typedef const char *sweep(struct machine *machine, FILE *out);

/* What several sweeps are, each with another ARGUMENT: a row of rows.h. */
typedef const char *sweep_of(struct machine *machine, size_t argument, FILE *out);

#endif
