/* bandwidth.c - measures the bandwidth of a cache level or of memory by streams over two working
   sets (X-Ray's paper on instruction caches, 5; STREAM).  Fails if the sizes of the level and of
   the one in front are unknown, or the one in front holds nearly as much.

   A level's working sets fit it and exceed the level in front.  Each draw of pages has other
   physical addresses, by which the level is indexed; the fastest samples come from a draw that was
   evenly spread and undisturbed.

   Caches run at the core's frequency, which may change between samples.  So their samples are
   converted to one frequency before they are printed. */
#include "bandwidth.h"

#include "../common/sample.h"
#include "../common/sizes.h"
#include "../common/spread.h"
#include "../machine/pages.h"
#include "../machine/rest.h"

#include <math.h>

/* A level is measured until the machine's age is PATIENCE_NS. */
static const double PATIENCE_NS = 4e8, DRAW_REST_NS = 1e7;
enum { LEVEL_DRAWS = 8, DRAW_SAMPLES = 4 };
/* Parts of a level: the usual smaller working set; that of the first level, where shorter laps
   would be dominated by their start; the largest part for the larger set, usually and at most.
   Where a set does not fit after all, the two sets are not equally fast. */
static const double USUAL_PART = 0.125, FIRST_PART = 0.375, MORE_PART = 0.5, MOST_PART = 0.9;
/* The least size of a set relative to the level in front, so that little of a stream hits there;
   and the factor between the two sets, usually and at least. */
static const double BEYOND = 2, SETS_APART = 2, APART_AT_LEAST = 1.25;

/* Many CPUs delay a load after an earlier store whose address is the same modulo this. */
enum { COMPARED = 4096 };

static size_t whole_steps(double bytes) {
    return (size_t)(bytes / STREAM_STEP) * STREAM_STEP;
}

/* The same, rounded so that no load of a copy has those low bits in common with the store beside
   it. */
static size_t steps_apart(double bytes) {
    size_t steps = whole_steps(bytes);
    return steps % (2 * COMPARED) == 0 && steps > 0 ? steps - STREAM_STEP : steps;
}

void bandwidth_of_memory(double bytes, size_t samples, struct streamed *streamed) {
    size_t half = whole_steps(bytes / (2 * MEMORY_PARTS)) * MEMORY_PARTS;
    *streamed = (struct streamed){.bytes = {half, 2 * half},
                                  .samples = samples,
                                  .parts = MEMORY_PARTS,
                                  .least_contention = NOT_MEASURED};
}

struct streamed_sample *streamed_samples(struct streamed *streamed, size_t set, size_t kind) {
    return &streamed->sample[(set * STREAM_KINDS + kind) * STREAM_SAMPLES];
}

void bandwidth_print(struct streamed *streamed, size_t level, bool all_cpus, FILE *out) {
    static const enum stream_kind kinds[] = {STREAM_COPY, STREAM_READ, STREAM_WRITE};
    static const char *const words[] = {"copy", "read", "write"};
    fprintf(out, "# columns: level all_cpus kind bytes sample mb_s\n");
    for (size_t kind = 0; kind < STREAM_KINDS; kind++)
        for (size_t set = 0; set < WORKING_SETS; set++)
            for (size_t i = 0; i < streamed->samples; i++) {
                double mb_s = streamed_samples(streamed, set, kinds[kind])[i].mb_s;
                if (mb_s > 0)
                    fprintf(out, "%zu\t%d\t%s\t%zu\t%zu\t%.1f\n", level, all_cpus, words[kind],
                            streamed->bytes[set], i, mb_s);
            }
}

/* Returns no sample if it was disturbed.  There is no second try, since the data is cached now. */
static struct streamed_sample sample(struct machine *machine, const struct streaming *stream,
                                     size_t laps) {
    struct timing timing;
    if (!stream_sample(machine, stream, laps, &timing))
        return (struct streamed_sample){0, 0};
    return (struct streamed_sample){1000 / timing.ns, timing.ns / timing.cycles};
}

/* Returns the ns of LAPS laps, the lesser of two times, since one may be interrupted. */
static double laps_ns(struct machine *machine, const struct streaming *stream, size_t laps) {
    double least = NOT_MEASURED;
    struct timing timing;
    for (int i = 0; i < 2; i++) {
        (void)stream_sample(machine, stream, laps, &timing);
        least = fmin(least, timing.ns * (double)laps * (double)stream->bytes);
    }
    return least;
}

/* Returns the laps that the clock times well.  The first ones warm the caches. */
static size_t laps_of(struct machine *machine, const struct streaming *stream) {
    double quantum_ns = machine_quantum_ns(machine);
    size_t laps = 1;
    while (laps_ns(machine, stream, laps) < quantum_ns)
        laps *= 2;
    return laps;
}

static void go_to_part(struct streaming *stream, size_t part) {
    size_t at = part * stream->bytes;
    stream->at = stream->kind == STREAM_COPY ? at / 2 : at;
}

/* Samples one part of a working set after the other, so that a part has left the caches when it
   comes again.  The last part goes first, untimed, and pays for dirty lines of earlier streams. */
static void sample_parts(struct machine *machine, struct streaming *stream, size_t parts,
                         struct streamed_sample *samples, size_t count) {
    stream->bytes /= parts;
    go_to_part(stream, parts - 1);
    size_t laps = laps_of(machine, stream);
    for (size_t i = 0; i < count; i++) {
        go_to_part(stream, i % parts);
        samples[i] = sample(machine, stream, laps);
    }
}

/* Samples a cache level while the core is uncontended, since another thread takes a share of its
   bandwidth.  Under permanent contention there are no samples.  Streams of memory take too long to
   wait for an idle core. */
static void sample_alone(struct machine *machine, struct streaming *stream,
                         struct streamed *streamed, struct streamed_sample *samples, size_t count) {
    size_t bytes = stream->bytes;
    bool contended, cache = streamed->parts == 1;
    do {
        contended = cache && sample_contended(machine, &streamed->least_contention, PATIENCE_NS);
        stream->bytes = bytes;
        sample_parts(machine, stream, streamed->parts, samples, count);
        contended =
            cache && (contended || sample_contended(machine, &streamed->least_contention, 0));
    } while (contended && machine_age_ns(machine) < PATIENCE_NS);
    for (size_t i = 0; i < count && contended; i++)
        samples[i].mb_s = 0;
}

static void sample_all(struct machine *machine, const struct pages *pages,
                       struct streamed *streamed, size_t first, size_t count) {
    for (size_t set = 0; set < WORKING_SETS; set++)
        for (size_t kind = 0; kind < STREAM_KINDS; kind++) {
            struct streaming stream = {(enum stream_kind)kind, pages, streamed->bytes[set], 0,
                                       streamed->bytes[set] / 2};
            sample_alone(machine, &stream, streamed, streamed_samples(streamed, set, kind) + first,
                         count);
        }
}

bool bandwidth_measure(struct machine *machine, struct streamed *streamed) {
    struct pages pages;
    if (!pages_draw(machine, &pages, streamed->bytes[WORKING_SETS - 1], PAGES_SMALL))
        return false;
    stream_touch(machine, &pages);
    for (size_t first = 0; first < streamed->samples; first += streamed->parts)
        sample_all(machine, &pages, streamed, first, streamed->parts);
    pages_release(machine, &pages);
    return true;
}

/* Converts all samples to one frequency, which at least a quarter of them reached: the highest may
   be an error. */
static void level_clock(struct streamed *streamed) {
    enum { ALL_SAMPLES = sizeof streamed->sample / sizeof streamed->sample[0], FAST_PART = 4 };
    double clock[ALL_SAMPLES];
    size_t count = 0;
    for (size_t i = 0; i < ALL_SAMPLES; i++)
        if (streamed->sample[i].mb_s > 0)
            clock[count++] = streamed->sample[i].cycle_ns;
    double fast = count > 0 ? spread_mean(clock, count, count / FAST_PART, 1) : 1;
    for (size_t i = 0; i < ALL_SAMPLES; i++)
        streamed->sample[i].mb_s *= streamed->sample[i].cycle_ns / fast;
}

/* Samples several draws of pages, since a level's bandwidth depends on physical addresses, and
   since a thread that takes bandwidth but no issue slots may come and go.  If the smaller set
   fits a huge page, small pages are drawn: in a huge one its addresses would be consecutive,
   and alike in each draw. */
static bool measure_level(struct machine *machine, struct streamed *streamed) {
    struct pages pages[LEVEL_DRAWS];
    enum page_policy policy = streamed->bytes[0] >= PAGES_HUGE_BYTES ? PAGES_HUGE : PAGES_SMALL;
    size_t drawn = 0;
    while (drawn < LEVEL_DRAWS &&
           pages_draw(machine, &pages[drawn], streamed->bytes[WORKING_SETS - 1], policy)) {
        stream_touch(machine, &pages[drawn]);
        machine_rest(machine, drawn > 0 ? DRAW_REST_NS : 0);
        sample_all(machine, &pages[drawn], streamed, drawn * DRAW_SAMPLES, DRAW_SAMPLES);
        drawn++;
    }
    for (size_t i = 0; i < drawn; i++)
        pages_release(machine, &pages[i]);
    level_clock(streamed);
    return drawn == LEVEL_DRAWS;
}

/* Chooses the working sets.  Returns false if the level in front holds too much of this one. */
static bool choose_sets(double above, double size, struct streamed *streamed) {
    double small = fmax((above > 0 ? USUAL_PART : FIRST_PART) * size, BEYOND * above);
    double large = fmax(fmin(SETS_APART * small, MORE_PART * size), APART_AT_LEAST * small);
    *streamed = (struct streamed){.bytes = {steps_apart(small), steps_apart(large)},
                                  .samples = LEVEL_DRAWS * DRAW_SAMPLES,
                                  .parts = 1,
                                  .least_contention = NOT_MEASURED};
    return APART_AT_LEAST * small <= MOST_PART * size && streamed->bytes[0] > 0;
}

const char *bandwidth_sweep(struct machine *machine, size_t level, FILE *out) {
    struct streamed streamed;
    double above = level > 1 ? (double)sizes_of_level(machine, level - 1) : 0;
    double size = (double)sizes_of_level(machine, level);
    if (!(size > 0) || (level > 1 && !(above > 0)))
        return NEVER_HERE "the size of this level or of the level in front is unknown";
    if (!choose_sets(above, size, &streamed))
        return NEVER_HERE "the level in front is nearly as large, and would serve most of a stream";
    if (!measure_level(machine, &streamed))
        return "no memory";
    fprintf(out, "# sweep: bandwidth_l%zu\n", level);
    bandwidth_print(&streamed, level, false, out);
    return NULL;
}
