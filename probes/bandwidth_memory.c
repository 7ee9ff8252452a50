/* bandwidth_memory.c - the sweep of one thread's streams from and to memory. */
#include "bandwidth/bandwidth.h"

#include <math.h>

static const double MEMORY_BYTES = 256e6;

sweep sweep_bandwidth_memory;

const char *sweep_bandwidth_memory(struct machine *machine, FILE *out) {
    struct streamed streamed;
    bandwidth_of_memory(fmin(MEMORY_BYTES, (double)pages_limit(machine)), &streamed);
    if (!bandwidth_measure(machine, &streamed, 1))
        return "no memory";
    fprintf(out, "# sweep: bandwidth_memory\n");
    bandwidth_print(&streamed, 0, false, out);
    return NULL;
}
