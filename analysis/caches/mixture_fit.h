/* mixture_fit.h - the capacity of a cache from its edge, smeared by the colours of pages. */
#ifndef MIXTURE_FIT_H
#define MIXTURE_FIT_H

#include <stdbool.h>
#include <stddef.h>

/* The caches that could have made an edge: of the one that fits best, its capacity in bytes,
   ways and replacement policy, and its misfit, in standard deviations at the worst row; and the
   capacities of the smallest and of the largest that fit well enough, 0 where none does. */
struct mixture {
    double size, misfit;
    size_t ways, policy;
    double least, most;
};

/* BYTES and LATENCY, N rows: the edge and the plateaus at its sides.  AROUND is a rough size of the
   cache, within an octave.  Returns false where the rows cannot tell anything. */
bool mixture_fit(const double *bytes, const double *latency, size_t n, double around,
                 struct mixture *mixture);

#endif
