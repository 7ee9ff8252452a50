/* sharing_l4.c - the sweep of CPUs that share the fourth level of cache. */
#include "sharing/sharing.h"

sweep sweep_sharing_l4;

const char *sweep_sharing_l4(struct machine *machine, FILE *out) {
    return sharing_sweep(machine, "sharing_l4", 4, 4, out);
}
