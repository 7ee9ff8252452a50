/* cores.c - the sweep of cores and other contexts: who slows each other by integer adds, which take
   all that a core can begin in a cycle (X-Ray 3.5), by adds of doubles, for which cores may share a
   unit, and by loads (BlackjackBench 3.4).

   The loads are from a small block that fits the first level, as the paper's does, so that what is
   measured is not what the memory system gives to all of them.  The paper chases pointers there,
   and who waits for each load leaves the units to others: two threads that share these look as if
   each had its own.  Loads that do not wait take all that the units can do. */
#include "../machine/sweep.h"
#include "contexts.h"

sweep sweep_cores;

const char *sweep_cores(struct machine *machine, FILE *out) {
    struct contexts adds = {.key = 0, .work = WORKLOAD_ADDS},
                    floats = {.key = 1, .work = WORKLOAD_FLOATS},
                    loads = {.key = 2, .work = WORKLOAD_LOADS};
    const struct contexts *const works[] = {&adds, &floats, &loads};
    return contexts_sweep(machine, "cores", "work", works, sizeof works / sizeof *works, false,
                          out);
}
