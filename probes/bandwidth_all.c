/* bandwidth_all.c - the sweep of all CPUs' streams from and to memory (Servet): what they get
   together, each from an area of its own. */
#include "bandwidth/bandwidth.h"
#include "parallel/parallel.h"
#include "together/together.h"

#include <math.h>

/* What all have together, but no less each, which may have a cache of its own. */
static const double ALL_BYTES = 256e6, LEAST_BYTES = 64e6;
static const double TOGETHER_NS = 4e6;

static bool sample_all(struct machine *machine, struct streamed *streamed) {
    for (size_t set = 0; set < WORKING_SETS; set++)
        for (size_t kind = 0; kind < STREAM_KINDS; kind++)
            for (size_t i = 0; i < streamed->samples; i++) {
                double rate = together_stream(machine, (enum stream_kind)kind, streamed->bytes[set],
                                              TOGETHER_NS);
                if (!(rate > 0))
                    return false;
                streamed->mb_s[set][kind][i] = 1000 * rate;
            }
    return true;
}

sweep sweep_bandwidth_all;

const char *sweep_bandwidth_all(struct machine *machine, FILE *out) {
    struct streamed streamed;
    size_t cpus = parallel_cpus(machine);
    if (cpus == 0)
        return "the system does not tell which CPUs there are";
    double each = fmax(ALL_BYTES / (double)cpus, LEAST_BYTES);
    each = fmin(each, (double)pages_limit(machine) / (double)cpus);
    bandwidth_of_memory(each, &streamed);
    if (each < LEAST_BYTES || !together_open(machine, cpus, streamed.bytes[WORKING_SETS - 1]))
        return "no memory, or threads are not to be had, or cannot be pinned";
    bool measured = sample_all(machine, &streamed);
    together_close(machine);
    if (!measured)
        return "a thread had no time";
    fprintf(out, "# sweep: bandwidth_all\n");
    bandwidth_print(&streamed, 0, true, out);
    return NULL;
}
