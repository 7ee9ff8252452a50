/* stream.h - streams over memory: another seam, with the real machine on one side (real/)
   and the simulated one on the other (tests/sim/stream.c). */
#ifndef STREAM_H
#define STREAM_H

#include "machine.h"

enum stream_kind { STREAM_READ, STREAM_WRITE, STREAM_COPY, STREAM_KINDS };

/* So many BYTES, a multiple of STREAM_STEP, of PAGES from AT on, one after the other; a copy is of
   half of them, from AT on, to what lies TO bytes behind. */
enum { STREAM_STEP = 1024 };
struct streaming {
    enum stream_kind kind;
    const struct pages *pages;
    size_t bytes, at, to;
};

/* Gives all of them memory, from where the thread is. */
void stream_touch(struct machine *machine, const struct pages *pages);

/* One sample of LAPS; the timing is of a byte, and what is copied is read and written.  Returns
   false where it is to be thrown away, as of chains. */
bool stream_sample(struct machine *machine, const struct streaming *stream, size_t laps,
                   struct timing *timing);

#endif
