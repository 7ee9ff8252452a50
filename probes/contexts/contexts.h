/* contexts.h - which CPUs slow each other. */
#ifndef CONTEXTS_H
#define CONTEXTS_H

#include "../parallel/parallel.h"

#include <stdio.h>

/* The sweep called NAME, of threads that do such WORK.  Returns a reason, or NULL. */
const char *contexts_sweep(struct machine *machine, enum burden work, const char *name, FILE *out);

#endif
