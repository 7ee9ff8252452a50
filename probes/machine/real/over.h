/* over.h - one pass of a stream, in the vectors that the user's flags allow. */
#ifndef OVER_H
#define OVER_H

#include "../stream.h"

/* Reads BYTES at FROM, writes as many at TO, or copies them. */
void stream_over(enum stream_kind kind, unsigned char *to, const unsigned char *from, size_t bytes);

/* Writes to all pages at BASE, so that they have memory near this thread's CPU. */
void stream_populate(unsigned char *base, size_t bytes);

#endif
