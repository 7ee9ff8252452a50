/* bandwidth_all.c - measures the bandwidth that all CPUs together get from memory, each by streams
   over an area of its own (Servet).  Fails if there is no memory, or threads cannot be pinned. */
#include "../machine/pages.h"
#include "../machine/parallel.h"
#include "../machine/parallel_stream.h"
#include "bandwidth.h"

#include <math.h>

/* The bytes of all CPUs together, and the least of each, since each may have a large cache. */
static const double ALL_BYTES = 1024e6, LEAST_BYTES = 64e6;
enum { ROUND_SAMPLES = 4, PARALLEL_SAMPLES = 4 * ROUND_SAMPLES };
static const double PARALLEL_NS = 4e6;
enum { WARM_MOST = 40, WARM_ALIKE = 4 };
static const double FASTER = 1.02;

/* Interconnects save power under low load: streams until they get no faster. */
static void warm_up(struct machine *machine, size_t bytes) {
    double best = 0;
    for (size_t i = 0, alike = 0; i < WARM_MOST && alike < WARM_ALIKE; i++) {
        double rate = parallel_stream_run(machine, STREAM_READ, bytes, PARALLEL_NS);
        alike = rate > FASTER * best ? 0 : alike + 1;
        best = fmax(best, rate);
    }
}

/* The first stream is discarded: it pays for dirty lines of earlier ones. */
static bool sample(struct machine *machine, enum stream_kind kind, size_t bytes,
                   struct streamed_sample *samples) {
    bool ran = parallel_stream_run(machine, kind, bytes, PARALLEL_NS) > 0;
    for (size_t i = 0; i < ROUND_SAMPLES && ran; i++) {
        samples[i].mb_s = 1000 * parallel_stream_run(machine, kind, bytes, PARALLEL_NS);
        ran = samples[i].mb_s > 0;
    }
    return ran;
}

/* Samples sets and kinds in turn, since other load on memory varies. */
static bool sample_all(struct machine *machine, struct streamed *streamed) {
    bool ran = true;
    for (size_t first = 0; first < streamed->samples && ran; first += ROUND_SAMPLES)
        for (size_t set = 0; set < WORKING_SETS; set++)
            for (size_t kind = 0; kind < STREAM_KINDS && ran; kind++)
                ran = sample(machine, (enum stream_kind)kind, streamed->bytes[set],
                             streamed_samples(streamed, set, kind) + first);
    return ran;
}

sweep sweep_bandwidth_all;

const char *sweep_bandwidth_all(struct machine *machine, FILE *out) {
    struct streamed streamed;
    size_t cpus = parallel_cpus(machine);
    if (cpus == 0)
        return NEVER_HERE "the system does not say which CPUs this process may use";
    double each = fmax(ALL_BYTES / (double)cpus, LEAST_BYTES);
    each = fmin(each, (double)pages_limit(machine) / (double)cpus);
    bandwidth_of_memory(each, PARALLEL_SAMPLES, &streamed);
    if (each < LEAST_BYTES ||
        !parallel_stream_open(machine, cpus, streamed.bytes[WORKING_SETS - 1]))
        return "there is not enough memory, or threads cannot be created or pinned";
    warm_up(machine, streamed.bytes[WORKING_SETS - 1]);
    bool measured = sample_all(machine, &streamed);
    parallel_stream_close(machine);
    if (!measured)
        return "another program kept a CPU busy, so that one thread did not run";
    fprintf(out, "# sweep: bandwidth_all\n");
    bandwidth_print(&streamed, 0, true, out);
    return NULL;
}
