/* pairs.h - pairs of CPUs in a table of tournaments. */
#ifndef PAIRS_H
#define PAIRS_H

#include "../answer.h"
#include "../table.h"

#include <stdbool.h>

/* Two CPUs that met: what it cost them.  ALONE: in the last tournament, where nobody else played
   at the same time. */
struct passed {
    double from, to, cost;
    bool alone;
};

/* The rows of a table whose columns begin with `tournament from to', each of the COST of its row,
   by pairs, the least of each pair first.  The caller frees; NULL where there is no memory. */
struct passed *pairs_sort(const struct table *table, const double *cost);

/* Behind the last row of the pair that begins at FIRST. */
size_t pairs_end(const struct passed *passed, size_t rows, size_t first);

/* What the pair costs: a third of its meetings cost no more, since noise mostly adds; of three the
   least. */
double pairs_cost(const struct passed *passed, size_t first, size_t end);

/* Were they as far apart most of the times, and did the cheapest meetings cost much the same?  A
   hypervisor moves CPUs, and a pair that is near at times and far at others has no distance. */
bool pairs_alike(const struct passed *passed, size_t first, size_t end);

/* Answers what the nearest pair costs, and the farthest, as NAMES have it, the nearest first, or
   1 / cost as RATES. */
void pairs_extremes(const struct table *table, const double *cost, const char *const names[2],
                    bool rates, struct answers *answers);

#endif
