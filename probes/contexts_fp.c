/* contexts_fp.c - the sweep of floating-point contexts: whose adds of doubles slow each other
   (BlackjackBench 3.4).  Cores may share a unit for them. */
#include "contexts/contexts.h"
#include "harness/probe.h"

sweep sweep_contexts_fp;

const char *sweep_contexts_fp(struct machine *machine, FILE *out) {
    struct contexts contexts = {.name = "contexts_fp", .work = BURDEN_FLOATS};
    return contexts_sweep(machine, &contexts, out);
}
