/* replay.h - times a trace for which replacement policies differ, on pages of one colour; fails if
 * a colour has too few pages. */
#ifndef REPLAY_H
#define REPLAY_H

#include "../common/trace.h"
#include "../eviction/colours.h"

/* The visits of a trace: the block of each, from 0 on, and the ns of a load of it in each
   replay. */
struct replay {
    size_t *block, visits;
    double (*ns)[TRACE_REPLAYS];
};

/* Replays a trace on units of the first colour, with evictors in between, so that no block stays
   in the level above.  Fails where there are too few units, or no memory; release either way. */
bool replay_run(struct replay *replay, struct colours *colours);
void replay_release(struct replay *replay);

#endif
