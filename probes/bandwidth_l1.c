/* bandwidth_l1.c - the sweep of streams from and to the first level of cache. */
#include "bandwidth/bandwidth.h"

sweep sweep_bandwidth_l1;

const char *sweep_bandwidth_l1(struct machine *machine, FILE *out) {
    return bandwidth_sweep(machine, 1, out);
}
