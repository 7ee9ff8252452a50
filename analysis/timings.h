/* timings.h - rows of a table that say how often something took so long: a column of ns, and beside
   it one of counts. */
#ifndef TIMINGS_H
#define TIMINGS_H

#include "table.h"

/* The rows from FIRST to END, whose times are in column NS. */
struct timings {
    const struct table *table;
    size_t first, end, ns;
};

/* The rows whose word is KIND, in the section `controls' (kind, ns, count) or one with the same
   columns.  They follow each other. */
struct timings timings_of_kind(const struct table *controls, const char *kind);

/* The least time that half of all do not exceed; 0 where there are none. */
double timings_median(const struct timings *timings);

/* Mean, variance and number of some times; the first two are NOT_MEASURED if there are none. */
struct timings_mean {
    double ns, variance, count;
};

/* Of the times below LIMIT: what takes longer was interrupted. */
struct timings_mean timings_mean_below(const struct timings *timings, double limit);

#endif
