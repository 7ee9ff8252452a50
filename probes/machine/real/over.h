/* over.h - what a stream does, in the vectors that the user's flags give. */
#ifndef OVER_H
#define OVER_H

#include "../stream.h"

/* Reads BYTES at FROM, writes so many at TO, or copies them. */
void stream_over(enum stream_kind kind, unsigned char *to, const unsigned char *from, size_t bytes);

/* Gives the pages at BASE memory, from where the thread is, and writes to all of them. */
void stream_populate(unsigned char *base, size_t bytes);

#endif
