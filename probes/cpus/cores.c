/* cores.c - finds which CPUs are threads of one core by integer adds, which take every issue slot
   of a core (X-Ray 3.5), which CPUs share a unit for doubles by adds of doubles, and which share
   load units by loads (BlackjackBench 3.4).

   The loads are from a block that fits the first level, as in the paper, so that memory's bandwidth
   does not matter.  The paper chases pointers.  But a thread that waits for each load leaves the
   units idle, and two threads that share them would look as if each had its own.  Independent loads
   saturate the units.

   Beside other programs, that run all the time, sweeps of one core cannot tell whether these are on
   its other threads (statements.h).  Here it is known where no two CPUs share a core; so the cost
   of work that fills one is printed for them. */
#include "../machine/alone.h"
#include "../machine/sweep.h"
#include "contexts.h"

#include "../../analysis/ascending.h"

#include <stdlib.h>

enum { LOOKS = 48, FEW_LOOKS = 3 };

sweep sweep_cores;

/* Prints the least cost that a few looks agree with: threads of other virtual machines may make
   most longer, and a change of the clock makes one too short. */
static void print_contention(struct machine *machine, FILE *out) {
    double cost[LOOKS];
    if (machine_alone(machine) || !parallel_has_all_cpus(machine) || !contexts_are_apart(machine))
        return;
    for (size_t i = 0; i < LOOKS; i++)
        cost[i] = machine_contention(machine);
    qsort(cost, LOOKS, sizeof *cost, ascending);
    if (is_measured(cost[FEW_LOOKS - 1]))
        fprintf(out, "# contention: %.3f\n", cost[FEW_LOOKS - 1]);
}

const char *sweep_cores(struct machine *machine, FILE *out) {
    struct contexts adds = {.name = "adds", .work = WORKLOAD_ADDS},
                    floats = {.name = "floats", .work = WORKLOAD_FLOATS},
                    loads = {.name = "loads", .work = WORKLOAD_LOADS};
    const struct contexts *const works[] = {&adds, &floats, &loads};
    const char *why =
        contexts_sweep(machine, "cores", "work", works, sizeof works / sizeof *works, false, out);
    if (why == NULL)
        print_contention(machine, out);
    return why;
}
