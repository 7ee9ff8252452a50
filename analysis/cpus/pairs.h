/* pairs.h - pairs of CPUs in a table of tournaments. */
#ifndef PAIRS_H
#define PAIRS_H

#include "../answer.h"
#include "../table.h"

#include <stdbool.h>

/* Two CPUs that met, and the cost.  ALONE: in the last tournament, with no other pair at the same
   time. */
struct passed {
    double from, to, cost;
    bool alone;
};

/* The rows of a table whose columns begin with `tournament from to', each with the COST of its row,
   sorted by pairs and then by cost.  The caller frees the result; NULL where there is no memory. */
struct passed *pairs_sort(const struct table *table, const double *cost);

/* The row after the last one of the pair that begins at FIRST. */
size_t pairs_end(const struct passed *passed, size_t rows, size_t first);

/* The cost of a pair: a third of its meetings cost no more, since noise mostly adds; of three
   meetings, the least. */
double pairs_cost(const struct passed *passed, size_t first, size_t end);

/* Was the pair equally far apart most times, and did its cheapest meetings cost nearly the same?  A
   hypervisor migrates CPUs, and a pair that is near at times and far at others has no distance. */
bool pairs_alike(const struct passed *passed, size_t first, size_t end);

/* Answers the cost of the nearest and of the farthest pair under NAMES, in this order, or 1 / cost
   as RATES. */
void pairs_extremes(const struct table *table, const double *cost, const char *const names[2],
                    bool rates, struct answers *answers);

#endif
