/* bandwidth_l4.c - the sweep of streams from and to the fourth level of cache. */
#include "bandwidth/bandwidth.h"

sweep sweep_bandwidth_l4;

const char *sweep_bandwidth_l4(struct machine *machine, FILE *out) {
    return bandwidth_sweep(machine, 4, out);
}
