/* trace.h - a trace of visits in which replacement policies part (METHODS 1.7).

   Blocks compete for the same ways, in many sets at once, so that a visit takes long enough for the
   clock to tell a hit from a miss.  What a policy would have kept is the analysis' business, and so
   is whether it did. */
#ifndef TRACE_H
#define TRACE_H

#include "order.h"

enum { TRACE_REPLAYS = 15 };

/* The blocks that a trace visits, and the most visits that it has. */
size_t trace_blocks(size_t ways);
size_t trace_most(size_t ways);

/* Writes the number of the block, from 0 on, of each visit.  Returns how many visits there are. */
size_t trace_write(size_t ways, struct dice *dice, size_t *block);

/* What a visit costs that was timed TRACE_REPLAYS times. */
double trace_cost(double *ns);

#endif
