/* edges.h - the sizes of levels from the edges after them. */
#ifndef EDGES_H
#define EDGES_H

#include "curve_levels.h"

/* Of the step, where an edge counts as left.  tests/unit/caches_levels.c chooses it again with each
   of its machines left out. */
static const double EDGES_CROSSED = 0.27;

/* Sets the size of each of LEVELS, and its confidence, where FRACTION of the step to the next level
   is climbed. */
void edges_place(const struct curve *curve, double fraction, struct levels *levels);

#endif
