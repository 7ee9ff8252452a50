/* replay.h - the trace that tells replacement policies apart, on pages of one colour. */
#ifndef REPLAY_H
#define REPLAY_H

#include "../eviction/colours.h"

/* A trace's visits: the block of each, from 0 on, and ns of a load of it. */
struct replay {
    size_t *block, visits;
    double *ns;
};

/* Replays a trace on units of the first colour; others are visited between, so that no block stays
   in the level above.  Returns false where there are too few units, or there is no memory; release
   either way. */
bool replay_run(struct replay *replay, struct colours *colours);
void replay_release(struct replay *replay);

#endif
