/* laps.h - the policy that laps of visits were kept by (METHODS 1.7; AMP 3.10). */
#ifndef LAPS_H
#define LAPS_H

#include "../answer.h"
#include "../table.h"

/* Rows of a lap's number, its step, the block, the ways, what a visit costs, and what it does where
   nothing is replaced; NULL: there are none.  A visit that hits adds HIT to that, and one that
   misses MISS more; 0: not known. */
struct laps {
    const struct table *table;
    double hit, miss;
};

/* Answers NAME. */
void laps_answer(const struct laps *laps, const char *name, struct answers *answers);

#endif
