/* stream_pattern.h - the rate of operations that start in a short pattern of whole cycles. */
#ifndef STREAM_PATTERN_H
#define STREAM_PATTERN_H

#include "stream_loops.h"

/* Operations in a cycle, in the pattern that most numbers of streams follow; 0 where too few do. */
double stream_pattern_rate(const struct streams *streams);

/* Does a chain take a whole or half number of cycles in some loop, if the operations start at RATE?
   A second thread on the core also delays a chain at times, which then does so in none. */
bool stream_pattern_paces(const struct streams *streams, double rate);

#endif
