/* line.h - how far apart places are. */
#ifndef LINE_H
#define LINE_H

/* Bytes: so far apart in their pages, lines fall on different sets. */
enum { REACH_LINE = 64 };

#endif
