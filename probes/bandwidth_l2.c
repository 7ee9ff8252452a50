/* bandwidth_l2.c - the sweep of streams from and to the second level of cache. */
#include "bandwidth/bandwidth.h"

sweep sweep_bandwidth_l2;

const char *sweep_bandwidth_l2(struct machine *machine, FILE *out) {
    return bandwidth_sweep(machine, 2, out);
}
