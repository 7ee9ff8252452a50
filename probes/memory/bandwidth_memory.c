/* bandwidth_memory.c - measures the bandwidth that one thread gets from memory, by streams.  Fails
   if there is no memory, or no more of it than caches may hold. */
#include "../machine/pages.h"
#include "bandwidth.h"

#include <math.h>

/* A cache of half of MEMORY_BYTES is rare, and would show: the smaller working set would be
   faster. */
/* Each part is sampled several times. */
enum { MEMORY_SAMPLES = 3 * MEMORY_PARTS };
static const double MEMORY_BYTES = 512e6, LEAST_BYTES = 128e6;

sweep sweep_bandwidth_memory;

const char *sweep_bandwidth_memory(struct machine *machine, FILE *out) {
    struct streamed streamed;
    double bytes = fmin(MEMORY_BYTES, (double)pages_limit(machine));
    bandwidth_of_memory(bytes, MEMORY_SAMPLES, &streamed);
    if (bytes < LEAST_BYTES || !bandwidth_measure(machine, &streamed))
        return "there is not enough memory: caches may hold all that is allowed";
    fprintf(out, "# sweep: bandwidth_memory\n");
    bandwidth_print(&streamed, 0, false, out);
    return NULL;
}
