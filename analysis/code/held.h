/* held.h - the cost from which on a sequence of lines of code is not held. */
#ifndef HELD_H
#define HELD_H

/* The first line that is not held costs at least this much more, relative to a few lines.  After
   one line, calls may be predicted at times, and two begin to fill a cache of decoded
   instructions. */
static const double STANDS_OUT = 0.03, SECOND_STANDS_OUT = 0.25;
enum { FEW_LINES = 2 };

/* The least cost of a call of LINES that are not held, where a FEW cost so much, and those that
   were held cost up to HIGH. */
static inline double held_limit(double lines, double few, double high) {
    return high + (lines > FEW_LINES ? STANDS_OUT : SECOND_STANDS_OUT) * few;
}

#endif
