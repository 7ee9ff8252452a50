/* l3.c - the sweep of the third level of cache. */
#include "harness/probe.h"
#include "pages/level.h"

sweep sweep_l3;

const char *sweep_l3(struct machine *machine, FILE *out) {
    return level_sweep(machine, 3, out);
}
