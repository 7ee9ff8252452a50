/* line_bytes.h - how far apart places are. */
#ifndef LINE_BYTES_H
#define LINE_BYTES_H

/* Bytes: so far apart in their pages, lines fall on different sets. */
enum { TLB_LINE_BYTES = 64 };

#endif
