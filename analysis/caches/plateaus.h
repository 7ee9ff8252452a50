/* plateaus.h - the plateaus of a latency curve, which are levels of cache and memory. */
#ifndef PLATEAUS_H
#define PLATEAUS_H

#include "../differ.h"

#include <stdbool.h>
#include <stddef.h>

enum { LEVELS_MOST = 8 };

/* A plateau is that wide: no level holds less than twice the one before it. */
static const double OCTAVE = 1.99;

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
    size_t numbered; /* so many come before the first edge that is wide enough to hide a level, and
                        before a last plateau that could be two */
    bool ended;      /* the curve ends on a plateau */
};

/* What is known of single loads at each size, where the sweep has them: the mean of those that
   memory did not serve, or memory's latency where nearly all were its; and the bytes that a TLB
   holds.  NULL where it has not. */
struct singles {
    double *cached, *reach;
};

/* BYTES and LATENCY, N points; sizes ascend.  LATENCY is made monotone in place.  Returns false,
   with nothing found, where the curve does not rise by plateaus or there is no memory. */
bool plateaus_find(const double *bytes, double *latency, const struct singles *singles, size_t n,
                   struct levels *levels);

/* Do single loads tell what a cache serves along the edge behind the K-th, the last one?  The
   others are those of plateaus_find. */
bool plateaus_told_singly(const double *bytes, const double *latency, const struct singles *singles,
                          const struct levels *levels, size_t k);

/* Is the K-th the last level before memory? */
static inline bool levels_last(const struct levels *levels, size_t k) {
    return levels->ended && k + 2 == levels->count;
}

/* Is it less than two octaves wide? */
static inline bool level_is_narrow(const double *bytes, const struct level *level) {
    return bytes[level->last] < 4 * bytes[level->first];
}

static inline size_t level_middle(const struct level *level) {
    return (level->first + level->last) / 2;
}

/* What a level in front of one of SLOW may cost at the most. */
static inline double levels_before(double slow) {
    return slow / LEVELS_DIFFER;
}

static inline bool levels_differ(double fast, double slow) {
    return fast <= levels_before(slow);
}

#endif
