/* sharing_l3.c - the sweep of CPUs that share the third level of cache. */
#include "sharing/sharing.h"

sweep sweep_sharing_l3;

const char *sweep_sharing_l3(struct machine *machine, FILE *out) {
    return sharing_sweep(machine, "sharing_l3", 3, 3, out);
}
