/* sharing_l2.c - the sweep of CPUs that share the second level of cache. */
#include "sharing/sharing.h"

sweep sweep_sharing_l2;

const char *sweep_sharing_l2(struct machine *machine, FILE *out) {
    return sharing_sweep(machine, 2, out);
}
