/* bandwidth_l3.c - the sweep of streams from and to the third level of cache. */
#include "bandwidth/bandwidth.h"

sweep sweep_bandwidth_l3;

const char *sweep_bandwidth_l3(struct machine *machine, FILE *out) {
    return bandwidth_sweep(machine, 3, out);
}
