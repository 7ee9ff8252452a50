/* contexts.h - which CPUs slow each other. */
#ifndef CONTEXTS_H
#define CONTEXTS_H

#include "../parallel/parallel.h"

#include <stdio.h>

/* What the threads of a sweep do. */
struct contexts {
    const char *name; /* of the sweep */
    enum burden work;
    /* Of BURDEN_CHASE: a chain for each thread at a time, by its number, or NULL where there is no
       memory; loads of a piece of it; and how long one run is. */
    struct chain *(*chain)(const struct contexts *contexts, size_t thread);
    size_t loads;
    double span_ns;
    /* A column more, the same in each row; NULL: none. */
    const char *column;
    double value;
};

/* Returns a reason, or NULL. */
const char *contexts_sweep(struct machine *machine, const struct contexts *contexts, FILE *out);

#endif
