/* cores.c - finds which CPUs are threads of one core by integer adds, which take every issue slot
   of a core (X-Ray 3.5), which CPUs share a unit for doubles by adds of doubles, and which share
   load units by loads (BlackjackBench 3.4).

   The loads are from a block that fits the first level, as in the paper, so that memory's bandwidth
   does not matter.  The paper chases pointers.  But a thread that waits for each load leaves the
   units idle, and two threads that share them would look as if each had its own.  Independent loads
   saturate the units. */
#include "../machine/sweep.h"
#include "contexts.h"

sweep sweep_cores;

const char *sweep_cores(struct machine *machine, FILE *out) {
    struct contexts adds = {.name = "adds", .work = WORKLOAD_ADDS},
                    floats = {.name = "floats", .work = WORKLOAD_FLOATS},
                    loads = {.name = "loads", .work = WORKLOAD_LOADS};
    const struct contexts *const works[] = {&adds, &floats, &loads};
    return contexts_sweep(machine, "cores", "work", works, sizeof works / sizeof *works, false,
                          out);
}
