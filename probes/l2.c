/* l2.c - the sweep of the second level of cache. */
#include "harness/probe.h"
#include "pages/level.h"

sweep sweep_l2;

const char *sweep_l2(struct machine *machine, FILE *out) {
    return level_sweep(machine, 2, out);
}
