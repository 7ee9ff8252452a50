/* stream.c - times the streams of one thread on the real machine. */
#include "../stream.h"

#include "over.h"
#include "real.h"

struct laps {
    const struct streaming *stream;
    size_t laps;
};

static void run_laps(void *with) {
    const struct laps *todo = with;
    const struct streaming *stream = todo->stream;
    size_t half = stream->kind == STREAM_COPY ? stream->bytes / 2 : 0;
    unsigned char *base = stream->pages->base + stream->at;
    size_t to = stream->kind == STREAM_COPY ? stream->to : 0;
    for (size_t lap = 0; lap < todo->laps; lap++)
        stream_over(stream->kind, base + to, base, stream->bytes - half);
}

void stream_touch(struct machine *machine, const struct pages *pages) {
    (void)machine;
    stream_populate(pages->base, pages->bytes);
}

bool stream_sample(struct machine *machine, const struct streaming *stream, size_t laps,
                   struct timing *timing) {
    struct laps todo = {stream, laps};
    return machine_time(machine, run_laps, &todo, (double)laps * (double)stream->bytes, timing);
}
