/* l4.c - the sweep of the fourth level of cache. */
#include "harness/probe.h"
#include "pages/level.h"

sweep sweep_l4;

const char *sweep_l4(struct machine *machine, FILE *out) {
    return level_sweep(machine, 4, out);
}
