/* sharing_l1.c - the sweep of CPUs that share the first level of cache. */
#include "sharing/sharing.h"

sweep sweep_sharing_l1;

const char *sweep_sharing_l1(struct machine *machine, FILE *out) {
    return sharing_sweep(machine, 1, out);
}
