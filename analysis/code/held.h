/* held.h - from where on a sequence of lines of code is not held. */
#ifndef HELD_H
#define HELD_H

/* The first that is not stands out by so much of what a few lines cost, or two after one, of which
   calls might be predicted at times, and which begin to fill a cache of decoded instructions. */
static const double STANDS_OUT = 0.03, SECOND_STANDS_OUT = 0.25;
enum { FEW_LINES = 2 };

/* What calls of so many LINES cost at the least if these are not held, where a FEW cost so much and
   those that were held up to HIGH. */
static inline double held_limit(double lines, double few, double high) {
    return high + (lines > FEW_LINES ? STANDS_OUT : SECOND_STANDS_OUT) * few;
}

#endif
