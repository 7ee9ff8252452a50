/* stream_shared.h - the rate that the largest numbers of streams share, whatever their pattern. */
#ifndef STREAM_SHARED_H
#define STREAM_SHARED_H

#include "stream_loops.h"

/* Operations in a cycle: the median of the rates of the AGREEING largest numbers of streams if
   these agree, whatever their pattern, or else 0.  Less than one operation in a cycle is refused:
   the control shows that nobody else issues instructions, and not that nobody uses a unit that
   takes several cycles. */
double stream_shared_rate(const struct streams *streams);

/* Is any loop of several streams faster than RATE? */
bool stream_shared_is_exceeded(const struct streams *streams, double rate);

#endif
