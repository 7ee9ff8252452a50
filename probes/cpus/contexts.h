/* contexts.h - which CPUs slow each other. */
#ifndef CONTEXTS_H
#define CONTEXTS_H

#include "../machine/parallel.h"

#include <stdio.h>

/* What threads do, which the table has under its KEY. */
struct contexts {
    size_t key;
    enum workload work;
    /* Of WORKLOAD_CHASE: a chain for each thread at a time, by its number, or NULL where there is
       no memory; loads of a piece of it; how long one run is; and a column more, of bytes. */
    struct chain *(*chain)(const struct contexts *contexts, size_t thread);
    size_t loads, bytes;
    double span_ns;
};

/* The sweep called NAME, of COUNT works, whose keys ascend and are in the column KEYS: they take
   turns, so that the passes of each are spread over the time of all.  Where each CPU has a core of
   its own (APART) no pass counts in which a hypervisor has left two of them on one core.  Returns a
   reason, or NULL. */
enum { CONTEXTS_WORKS = 4 };
const char *contexts_sweep(struct machine *machine, const char *name, const char *keys,
                           const struct contexts *const *works, size_t count, bool apart,
                           FILE *out);

#endif
