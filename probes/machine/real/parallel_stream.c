/* parallel_stream.c - streams on several CPUs at once, each over memory of its own. */
#include "../parallel_stream.h"

#include "../pages.h"
#include "../parallel.h"
#include "over.h"
#include "real.h"
#include "thread_pool.h"

/* Bytes streamed between two readings of the clock. */
enum { CHUNK_BYTES = 1 << 20 };

static struct streamer {
    struct pages pages;
    enum stream_kind kind;
    size_t bytes, at; /* bytes of the working set; the offset where the next chunk begins */
    double begin_ns, end_ns;
    double rate; /* in bytes per ns */
} streamer[CPUS_MOST];
static struct pool_job stream_jobs[CPUS_MOST];
static size_t streamers;

static void set_jobs(void (*run)(void *with)) {
    for (size_t i = 0; i < streamers; i++)
        stream_jobs[i] = (struct pool_job){i, 0, run, &streamer[i]};
}

static void touch(void *with) {
    struct streamer *own = with;
    stream_populate(own->pages.base, own->pages.bytes);
}

/* Streams lap after lap until END_NS. */
static void stream(void *with) {
    struct streamer *own = with;
    size_t half = own->kind == STREAM_COPY ? own->bytes / 2 : 0, lap = own->bytes - half;
    size_t moved = 0;
    double now;
    pool_wait_until(own->begin_ns);
    do {
        size_t at = own->at < lap ? own->at : 0;
        size_t chunk = lap - at < CHUNK_BYTES ? lap - at : CHUNK_BYTES;
        stream_over(own->kind, own->pages.base + half + at, own->pages.base + at, chunk);
        moved += own->kind == STREAM_COPY ? 2 * chunk : chunk;
        own->at = at + chunk;
        now = clock_ns();
    } while (now < own->end_ns);
    own->rate = (double)moved / (now - own->begin_ns);
}

bool parallel_stream_open(struct machine *machine, size_t count, size_t bytes) {
    while (streamers < count && pages_draw(machine, &streamer[streamers].pages, bytes, PAGES_SMALL))
        streamers++;
    set_jobs(touch);
    if (streamers < count || !pool_prepare(stream_jobs, count)) {
        parallel_stream_close(machine);
        return false;
    }
    pool_run(stream_jobs, count);
    return true;
}

void parallel_stream_close(struct machine *machine) {
    while (streamers > 0)
        pages_release(machine, &streamer[--streamers].pages);
}

double parallel_stream_run(struct machine *machine, enum stream_kind kind, size_t bytes,
                           double span_ns) {
    double begin_ns = pool_start_ns(streamers), sum = 0;
    (void)machine;
    for (size_t i = 0; i < streamers; i++) {
        streamer[i].kind = kind;
        streamer[i].bytes = bytes;
        streamer[i].begin_ns = begin_ns;
        streamer[i].end_ns = begin_ns + span_ns;
    }
    set_jobs(stream);
    pool_run(stream_jobs, streamers);
    for (size_t i = 0; i < streamers; i++)
        sum += streamer[i].rate;
    return sum;
}
