/* contexts_mem.c - the sweep of contexts for memory: whose loads from a small block slow each other
   (BlackjackBench 3.4).

   The block fits the first level, as the paper's does, so that what is measured is not what the
   memory system gives to all of them.  The paper chases pointers there, and who waits for each load
   leaves the units to others: two threads that share these look as if each had its own.  Loads that
   do not wait take all that the units can do. */
#include "contexts/contexts.h"
#include "harness/probe.h"

sweep sweep_contexts_mem;

const char *sweep_contexts_mem(struct machine *machine, FILE *out) {
    struct contexts contexts = {.name = "contexts_mem", .work = BURDEN_LOADS};
    return contexts_sweep(machine, &contexts, out);
}
