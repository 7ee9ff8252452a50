/* stream.h - streams over memory. */
#ifndef STREAM_H
#define STREAM_H

#include "machine.h"

enum stream_kind { STREAM_READ, STREAM_WRITE, STREAM_COPY, STREAM_KINDS };

/* A pass over BYTES of PAGES, a multiple of STREAM_STEP, in ascending order from offset AT.  A copy
   moves BYTES / 2 from AT to the place TO bytes after it. */
enum { STREAM_STEP = 1024 };
struct streaming {
    enum stream_kind kind;
    const struct pages *pages;
    size_t bytes, at, to;
};

/* Touches every page, so that it has memory near this thread's CPU. */
void stream_touch(struct machine *machine, const struct pages *pages);

/* Streams LAPS times between two rulers.  *TIMING is the cost of one byte; of a copy, bytes read
   and bytes written both count.  Returns false as chain_sample does. */
bool stream_sample(struct machine *machine, const struct streaming *stream, size_t laps,
                   struct timing *timing);

#endif
