/* mixture_fit.h - the capacity of a cache from its edge, smeared by the colours of pages. */
#ifndef MIXTURE_FIT_H
#define MIXTURE_FIT_H

#include <stdbool.h>
#include <stddef.h>

/* The caches that could have made an edge.  Of the best fit: its capacity in bytes, ways,
   replacement policy, and its misfit in standard deviations at the worst row.  Also the smallest
   and the largest capacity that fits well enough, 0 where none does. */
struct mixture {
    double size, misfit;
    size_t ways, policy;
    double least, most;
};

/* BYTES and LATENCY have N rows: the edge and the plateaus beside it.  AROUND is the rough size of
   the cache, within an octave.  Returns false where the rows are not enough. */
bool mixture_fit(const double *bytes, const double *latency, size_t n, double around,
                 struct mixture *mixture);

#endif
