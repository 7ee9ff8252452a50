/* sweep.h - what a sweep is: a function that measures one thing and prints one table. */
#ifndef SWEEP_H
#define SWEEP_H

#include "machine.h"

#include <stdio.h>

/* Measures, and prints a table to OUT.  Returns NULL, or the reason why it cannot measure here.  A
   process runs one sweep at a time: what a sweep works on may be static, and is set when it
   begins. */
typedef const char *sweep(struct machine *machine, FILE *out);

/* A function that several rows of rows.h turn into sweeps, each with its own ARGUMENT. */
typedef const char *sweep_of(struct machine *machine, size_t argument, FILE *out);

#endif
