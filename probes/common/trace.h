/* trace.h - a trace of visits that hit or miss depending on the replacement policy.

   Blocks compete for the same ways, in many sets at once, so that a visit takes long enough for
   the clock to tell a hit from a miss.  The analysis computes which visits would hit under each
   policy, and compares. */
#ifndef TRACE_H
#define TRACE_H

#include "order.h"

enum { TRACE_REPLAYS = 15 };

/* Return the number of blocks that a trace visits, those of them that are no evictors, which come
   first, and the most visits of a trace. */
size_t trace_blocks(size_t ways);
size_t trace_pool(size_t ways);
size_t trace_most(size_t ways);

/* Writes the number of the block, from 0 on, of each visit.  Returns how many visits there are. */
size_t trace_write(size_t ways, struct dice *dice, size_t *block);

/* Returns the cost of a visit that was timed TRACE_REPLAYS times. */
double trace_cost(double *ns);

#endif
