/* line_bytes.h - the distance of places within their pages. */
#ifndef LINE_BYTES_H
#define LINE_BYTES_H

/* Places so many bytes apart are on different sets of a cache. */
enum { TLB_LINE_BYTES = 64 };

#endif
