/* laps.h - the policy that laps of visits were kept by (METHODS 1.7; AMP 3.10). */
#ifndef LAPS_H
#define LAPS_H

#include "../answer.h"
#include "../table.h"

/* The laps in the rows from FIRST to the end, of which COLUMN is the lap's number and those behind
   it are its step, the block, the ways, what a visit costs, and what it does where nothing is
   replaced.  A visit that hits adds HIT to that, and one that misses MISS more; 0: not known. */
struct laps {
    const struct table *table;
    size_t first, column;
    double hit, miss;
};

/* Answers NAME. */
void laps_answer(const struct laps *laps, const char *name, struct answers *answers);

#endif
