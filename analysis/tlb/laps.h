/* laps.h - the replacement policy behind loops that are timed as a whole (AMP 3.10). */
#ifndef LAPS_H
#define LAPS_H

#include "../answer.h"
#include "../table.h"

/* The table's columns: the loop's number, the step, the block, the ways, the cost of a visit, and
   the cost where nothing is replaced.  TABLE is NULL where there are no loops.  A visit that hits
   adds HIT to the latter, and one that misses MISS more; 0: not known. */
struct laps {
    const struct table *table;
    double hit, miss;
};

/* Answers NAME with the policy's word, or with unknown. */
void laps_answer(const struct laps *laps, const char *name, struct answers *answers);

#endif
