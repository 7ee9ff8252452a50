/* line.h - how far apart places are. */
#ifndef REACH_LINE_H
#define REACH_LINE_H

/* Bytes: so far apart in their pages, lines fall on different sets. */
enum { REACH_LINE = 64 };

#endif
