/* cores.c - the sweep of cores: whose integer adds, which take all that a core can begin in a
   cycle, slow each other (X-Ray 3.5). */
#include "contexts/contexts.h"
#include "harness/probe.h"

sweep sweep_cores;

const char *sweep_cores(struct machine *machine, FILE *out) {
    struct contexts contexts = {.name = "cores", .work = BURDEN_ADDS};
    return contexts_sweep(machine, &contexts, out);
}
