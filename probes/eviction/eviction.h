/* eviction.h - tests by timing whether visiting some units evicts others from a level of cache;
 * fails if noise lasts through all rounds. */
#ifndef EVICTION_H
#define EVICTION_H

#include "units.h"

struct eviction {
    struct units *units;
    size_t laps; /* laps over the visited units before others are timed, since policies other than
                    LRU need a few to evict an unused line */
    size_t evictors;          /* the number of units that evict any other from the level above */
    size_t first;             /* the first unit that is not used up */
    double above;             /* ns of a load from the level above */
    double longest_ns;        /* the time limit of a search for colours, longer on slow machines */
    double hit;               /* ns of a load from the level */
    double gone;              /* ns of a load above which most places of a unit are evicted */
    size_t reach;             /* the number of units that evict most others from the level itself */
    size_t other[UNITS_MOST]; /* the units behind the typical ones */
    size_t few, many; /* units that may be tried at once beside as many as fill the level, and
                         beside as many as fill a colour of it */
    bool parted;      /* places of one page compete with other places of other pages */
};

/* Returns the ns of a load from behind the level. */
double eviction_out(const struct eviction *eviction);

/* Returns whether a load of NS is too fast for this level, because the level above kept some
   places. */
bool eviction_stayed(const struct eviction *eviction, double ns);

/* Visits COUNT units STILL, AT_ONCE together, then VISITED until they have evicted what they can,
   and then times the first ones, round after round.  Writes ns of a load of each to COST, from the
   best few rounds. */
bool eviction_try(struct eviction *eviction, const size_t *still, size_t count, size_t at_once,
                  const size_t *visited, size_t visits, double *cost);

/* Does the same, with all units at once. */
bool eviction_try_all(struct eviction *eviction, const size_t *still, size_t count,
                      const size_t *visited, size_t visits, double *cost);

/* Returns whether the VISITED units evict UNIT. */
bool eviction_of(struct eviction *eviction, size_t unit, const size_t *visited, size_t visits);

#endif
