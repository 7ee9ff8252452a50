/* levels.h - cache levels of a latency curve. */
#ifndef ANALYSIS_LEVELS_H
#define ANALYSIS_LEVELS_H

#include <stdbool.h>
#include <stddef.h>

enum { LEVELS_MOST = 8 };

/* A plateau of the curve: one level of cache, or memory. */
struct level {
    size_t first, last; /* its points */
    double latency;     /* its floor: neighbours and TLBs only add */
    double size;        /* bytes that still fit; 0 for the last plateau */
    double confidence;  /* in the size */
};

struct levels {
    struct level level[LEVELS_MOST];
    size_t count;
    size_t numbered; /* so many come before the first edge that is wide enough to hide a level */
    bool ended;      /* the curve ends on a plateau */
};

/* BYTES and LATENCY, N points; sizes ascend.  LATENCY is made monotone in place.  Returns false,
   with nothing found, where the curve does not rise by plateaus or there is no memory. */
bool levels_find(const double *bytes, double *latency, size_t n, struct levels *levels);

/* Two latencies that differ by less belong to one level of cache: TLBs and neighbours raise a
   plateau by less, and no level is built for so little (METHODS 1.10, 3b). */
static inline bool levels_differ(double fast, double slow) {
    return slow >= 1.8 * fast;
}

#endif
