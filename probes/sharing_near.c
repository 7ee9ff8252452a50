/* sharing_near.c - the sweep of CPUs that share the first two levels of cache. */
#include "sharing/sharing.h"

sweep sweep_sharing_near;

const char *sweep_sharing_near(struct machine *machine, FILE *out) {
    return sharing_sweep(machine, "sharing_near", 1, 2, out);
}
