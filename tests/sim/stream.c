/* stream.c - the functions of stream.h, parallel_stream.h and sizes.h on a simulated machine.

   Prefetchers hide latency, so a line costs what the bandwidth of its level allows.  Reads and
   writes of a cache overlap; reads and writes of memory share its bandwidth.  Written lines are
   fetched first. */
#include "../../probes/machine/stream.h"
#include "../../probes/common/sizes.h"
#include "../../probes/machine/pages.h"
#include "../../probes/machine/parallel_stream.h"

#include "core.h"
#include "cpus.h"
#include "sim.h"

#include <math.h>

static const struct cache_geometry *cache_of(struct machine *machine, size_t level) {
    const struct sim_machine *description = sim_core(machine, false)->description;
    size_t number = 0;
    for (size_t i = 0; i < description->levels; i++)
        if (description->level[i].kind != LEVEL_BESIDE && ++number == level)
            return &description->level[i].cache;
    return NULL;
}

size_t sizes_of_level(struct machine *machine, size_t level) {
    const struct cache_geometry *cache = cache_of(machine, level);
    return cache != NULL ? cache->bytes : 0;
}

size_t sizes_of_line(struct machine *machine, size_t level) {
    const struct cache_geometry *cache = cache_of(machine, level);
    return cache != NULL ? cache->line : 0;
}

size_t sizes_of_core(struct machine *machine) {
    return sim_core(machine, false)->description->cpus.threads;
}

/* ---- one thread ---- */

/* Bytes of a lap that each level serves, for the first half and the second; memory is behind the
   last level. */
struct served {
    double of[2][SIM_LEVELS + 1];
};

static double cycles_of(const struct sim_machine *machine, enum stream_kind kind,
                        const struct served *served) {
    const struct sim_memory *memory = &machine->memory;
    double sum = 0, reads, writes;
    for (size_t i = 0; i <= machine->levels; i++) {
        bool is_memory = i == machine->levels;
        reads = kind == STREAM_WRITE ? 0 : served->of[0][i];
        reads += kind == STREAM_READ ? served->of[1][i] : 0;
        writes = served->of[0][i] + served->of[1][i] - reads;
        reads /= is_memory ? memory->read : machine->level[i].read;
        writes /= is_memory ? memory->write : machine->level[i].write;
        sum += is_memory ? reads + writes : fmax(reads, writes);
    }
    return sum;
}

/* Returns the longest line, which is fetched at once. */
static size_t longest_line(const struct sim_machine *machine) {
    size_t line = 64;
    for (size_t i = 0; i < machine->levels; i++)
        line = machine->level[i].cache.line > line ? machine->level[i].cache.line : line;
    return line;
}

/* BYTES count as served by the farthest level that has some of them. */
static void visit(struct core *core, const struct region *region, size_t offset, double *served,
                  size_t bytes) {
    size_t line = core->hierarchy.levels > 0 ? core->hierarchy.level[0].cache.line : bytes;
    size_t farthest = 0;
    for (size_t at = 0; at < bytes; at += line) {
        struct place place = region_place(region, offset + at);
        size_t level = hierarchy_fetch(&core->hierarchy, 0, &place);
        farthest = level > farthest ? level : farthest;
    }
    served[farthest] += (double)bytes;
}

/* Returns the cycles of a lap. */
static double run_lap(struct core *core, const struct streaming *stream, struct served *served) {
    const struct sim_machine *machine = core->description;
    const struct region *region = stream->pages->mapping;
    size_t line = longest_line(machine), half = stream->bytes / 2;
    *served = (struct served){{{0}, {0}}};
    for (size_t at = 0; at + line <= stream->bytes; at += line) {
        bool second = stream->kind == STREAM_COPY ? at / line % 2 == 1 : at >= half;
        size_t offset =
            stream->kind == STREAM_COPY ? at / (2 * line) * line + second * stream->to : at;
        visit(core, region, stream->at + offset, served->of[second], line);
    }
    return cycles_of(machine, stream->kind, served);
}

/* The last stream, the number of accesses at that time, and which levels serve a further lap. */
static struct {
    const struct region *region; /* NULL: none */
    uint64_t accesses;
    size_t bytes, at, laps;
    bool copied;
    struct served served;
} last;

static bool is_last(const struct core *core, const struct streaming *stream) {
    return last.region == stream->pages->mapping && last.accesses == core->accesses &&
           last.bytes == stream->bytes && last.at == stream->at &&
           last.copied == (stream->kind == STREAM_COPY);
}

/* Laps are equal from the second on.  Whether they read or write does not change which levels serve
   them. */
static double cycles_of_laps(struct core *core, const struct streaming *stream, size_t laps) {
    double first = 0;
    if (!is_last(core, stream)) {
        last.accesses = core->accesses;
        last.region = stream->pages->mapping;
        last.bytes = stream->bytes;
        last.at = stream->at;
        last.copied = stream->kind == STREAM_COPY;
        last.laps = 0;
    }
    for (; laps > 0 && last.laps < 2; laps--, last.laps++)
        first += run_lap(core, stream, &last.served);
    return first + (double)laps * cycles_of(core->description, stream->kind, &last.served);
}

void stream_touch(struct machine *machine, const struct pages *pages) {
    struct streaming all = {STREAM_WRITE, pages, pages->bytes, 0, 0};
    struct timing ignored;
    (void)stream_sample(machine, &all, 1, &ignored);
}

bool stream_sample(struct machine *machine, const struct streaming *stream, size_t laps,
                   struct timing *timing) {
    struct core *core = sim_core(machine, false);
    double cycles = cycles_of_laps(core, stream, laps);
    return sim_time(machine, core->beside ? 2 * cycles : cycles,
                    (double)laps * (double)stream->bytes, timing);
}

/* ---- all CPUs ---- */

/* The number of areas, each on pages of its own, which are not simulated. */
static size_t streamers;

bool parallel_stream_open(struct machine *machine, size_t count, size_t bytes) {
    const struct sim_cpus *cpus = &sim_core(machine, false)->description->cpus;
    if (bytes * count > pages_limit(machine) || cpus->free)
        return false;
    streamers = count;
    return true;
}

void parallel_stream_close(struct machine *machine) {
    (void)machine;
    streamers = 0;
}

/* The last cache serves an area that fits it. */
static double bytes_a_cycle(const struct sim_machine *machine, enum stream_kind kind,
                            size_t bytes) {
    double read = machine->memory.read, write = machine->memory.write;
    const struct sim_level *behind = machine->level + machine->levels;
    if (machine->levels > 0 && (--behind)->cache.bytes >= bytes) {
        read = behind->read;
        write = behind->write;
    }
    return kind == STREAM_READ ? read : kind == STREAM_WRITE ? write : 2 / (1 / read + 1 / write);
}

double parallel_stream_run(struct machine *machine, enum stream_kind kind, size_t bytes,
                           double span_ns) {
    struct core *core = sim_core(machine, false);
    const struct sim_machine *description = core->description;
    const struct noise *noise = &description->noise;
    double each = bytes_a_cycle(description, kind, bytes), host = (double)description->cpus.host;
    double running = host > 0 ? fmin(host, (double)streamers) : (double)streamers;
    double sum = fmin(each * running, fmax(each, description->memory.all)) * description->ghz;
    sum *= 1 - noise->jitter * fabs(rng_normal(&core->foreign));
    if (rng_unit(&core->foreign) < noise->preempted)
        sum *= 1 - rng_unit(&core->foreign) / (double)streamers;
    sim_spend(machine, span_ns);
    return sum;
}
