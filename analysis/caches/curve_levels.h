/* curve_levels.h - the levels that a latency curve shows. */
#ifndef CURVE_LEVELS_H
#define CURVE_LEVELS_H

#include "../differ.h"

#include <stdbool.h>
#include <stddef.h>

enum { LEVELS_MOST = 8 };

/* A latency curve: working sets in ascending order, and what a load costs in each. */
struct curve {
    size_t points;
    double *bytes, *raw, *latency; /* as measured; made monotone */
    /* Timed single loads: the mean latency of those that memory did not serve, or memory's latency
       where memory served nearly all; and the number of bytes that a TLB covers.  Both are NULL
       where the sweep has none. */
    double *cached, *reach;
};

/* A plateau of the curve: one level of cache, or memory. */
struct level {
    size_t first, last; /* points of the curve */
    double latency;     /* the lowest of its points: other CPUs and TLBs only add */
    double size;        /* bytes, 0 for the last plateau */
    double confidence;  /* in the size */
};

struct levels {
    struct level level[LEVELS_MOST];
    size_t count;
    size_t numbered; /* levels before the first edge that could hide another, and before a last
                        plateau that could be two */
    bool ended;      /* the curve ends on a plateau */
};

/* Is the K-th the last level before memory? */
static inline bool levels_last(const struct levels *levels, size_t k) {
    return levels->ended && k + 2 == levels->count;
}

/* Is it less than two octaves wide? */
static inline bool level_is_narrow(const struct curve *curve, const struct level *level) {
    return curve->bytes[level->last] < 4 * curve->bytes[level->first];
}

static inline size_t level_middle(const struct level *level) {
    return (level->first + level->last) / 2;
}

/* The highest latency of a level in front of one with latency SLOW. */
static inline double levels_before(double slow) {
    return slow / LEVELS_DIFFER;
}

static inline bool levels_differ(double fast, double slow) {
    return fast <= levels_before(slow);
}

#endif
