/* probe.h - what every sweep is: it measures and prints one table. */
#ifndef PROBE_H
#define PROBE_H

#include "harness.h"

#include <stdio.h>

/* A sweep measures and prints one table to OUT.  Returns NULL, or why it cannot measure here. */
typedef const char *sweep(struct machine *machine, FILE *out);

#endif
