/* laps.h - the policy that laps of visits were kept by (METHODS 1.7; AMP 3.10). */
#ifndef LAPS_H
#define LAPS_H

#include "../answer.h"
#include "../table.h"

/* Answers NAME from the laps in the rows from FIRST to the end, of which COLUMN is the lap's number
   and those behind it are its step, the block, the ways, what a visit costs, and what it does where
   nothing is replaced. */
void laps_answer(const struct table *table, size_t first, size_t column, const char *name,
                 struct answers *answers);

#endif
