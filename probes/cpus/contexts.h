/* contexts.h - the sweep of CPUs that slow each other.

   This room measures CPUs together: which share what, how they communicate and how they are
   scheduled.
 */
#ifndef CONTEXTS_H
#define CONTEXTS_H

#include "../machine/parallel.h"

#include <stdio.h>

/* The work of the threads, which the table lists under its NAME, or NULL: under its LEVEL. */
struct contexts {
    const char *name;
    size_t level;
    enum workload work;
    /* For WORKLOAD_CHASE only.  CHAIN returns the chain of a thread by its number, or NULL without
       memory; LOADS are the loads of a piece; SPAN_NS is the time of a run; BYTES is printed in one
       more column. */
    struct chain *(*chain)(const struct contexts *contexts, size_t thread);
    size_t loads, bytes;
    double span_ns;
};

/* Runs the sweep NAME of COUNT works, whose names or levels ascend and are in the column KEYS.  The
   works take turns, so that the passes of each are spread over the time of all.  APART says that
   each CPU has a core of its own; then no pass runs while a hypervisor leaves two of them on one
   core.  Returns NULL, or why it cannot measure. */
enum { CONTEXTS_WORKS = 4 };
const char *contexts_sweep(struct machine *machine, const char *name, const char *keys,
                           const struct contexts *const *works, size_t count, bool apart,
                           FILE *out);

#endif
