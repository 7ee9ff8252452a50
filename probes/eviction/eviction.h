/* eviction.h - does visiting some units push others out of a level of cache? */
#ifndef EVICTION_H
#define EVICTION_H

#include "units.h"

struct eviction {
    struct units *units;
    size_t laps;       /* of what is visited, before the others are timed: replacement that is not
                          LRU takes a few to give up a line that nobody asks for */
    size_t evictors;   /* so many units push any other out of the level above */
    size_t first;      /* unit that is not used up */
    double above;      /* ns of a load from the level above */
    double longest_ns; /* that a search for colours may take: slow machines get more time */
    double hit;        /* ns of a load from the level */
    double gone;       /* ns; above it most of a unit's places are gone */
    size_t reach;      /* so many units push most others out of the level itself */
    size_t few, many;  /* that may be tried at once beside what fills the level, and beside what
                          fills a colour of it */
    bool parted;       /* places of one page compete with other places of other pages */
};

/* ns of a load from behind the level. */
double eviction_out(const struct eviction *eviction);

/* Takes less for gone: replacement that is not LRU pushes out some places and keeps others. */
void eviction_lower(struct eviction *eviction);

/* Is a load of so many NS too fast for this level?  Then the one above kept something. */
bool eviction_stayed(const struct eviction *eviction, double ns);

/* Visits COUNT units STILL, so many at once, then VISITED until what they push out is gone, then
   times the first, each: round after round, ns of a load in COST, where few good rounds decide. */
bool eviction_try(struct eviction *eviction, const size_t *still, size_t count, size_t at_once,
                  const size_t *visited, size_t visits, double *cost);

/* The same, all at once. */
bool eviction_try_all(struct eviction *eviction, const size_t *still, size_t count,
                      const size_t *visited, size_t visits, double *cost);

/* Is UNIT pushed out by VISITED? */
bool eviction_of(struct eviction *eviction, size_t unit, const size_t *visited, size_t visits);

#endif
