/* single_loads.c - whether a plateau or an edge mixes memory with a cache, from timed single loads
   (METHODS 3c).

   A mean cannot distinguish a slower cache from a cache that serves only part of the loads; single
   loads can.  Decides nothing where the single loads were disturbed. */
#include "single_loads.h"

#include "../ascending.h"

#include <math.h>
#include <stdlib.h>

enum { LAST_POINTS = 9 }; /* points at the end of a plateau */
static const double OTHER_LATENCY =
    1.35; /* ratio of latencies: half of LEVELS_DIFFER, on a log scale */

/* What the last points of LEVEL's plateau cost where a cache serves them. */
static double cached_median(const struct singles *singles, const struct level *level) {
    double last[LAST_POINTS];
    size_t all = level->last - level->first + 1, count = all < LAST_POINTS ? all : LAST_POINTS;
    for (size_t i = 0; i < count; i++)
        last[i] = singles->cached[level->last - i];
    qsort(last, count, sizeof *last, ascending);
    return last[count / 2];
}

/* No load costs less than a hit in the first level.  Single loads that seem to were timed against
   a bias that was found in a disturbed moment: all of them are too cheap, and tell nothing. */
static bool singles_are_biased(const double *latency, const struct singles *singles,
                               const struct levels *levels) {
    const struct level *level = &levels->level[0];
    return OTHER_LATENCY * cached_median(singles, level) < latency[level_middle(level)];
}

/* Do the loads that a cache serves cost less than all, of which a TLB has no share?  Then memory
   serves the others. */
static bool is_partly_memory(const double *bytes, const double *latency,
                             const struct singles *singles, size_t i) {
    return singles->reach != NULL && bytes[i] <= singles->reach[i] &&
           latency[i] > OTHER_LATENCY * singles->cached[i];
}

/* On the edge from LEVEL to memory single loads tell what a mean cannot: the most that they cost
   where a cache serves them, in parts of the same before the edge.  0 where none of them tells, or
   where they were disturbed before the edge: there they cost what the level costs.  Another level
   would hold twice as much as LEVEL, so that memory serves nothing on the first half of it; where
   memory serves a part, some of its fastest loads are among those that a cache seems to serve. */
static double cached_on_edge(const double *bytes, const double *latency,
                             const struct singles *singles, const struct level *level) {
    double before = cached_median(singles, level), most = 0;
    if (before > OTHER_LATENCY * latency[level_middle(level)])
        return 0;
    for (size_t i = level->last + 1; i < level[1].first; i++) {
        bool mixed = is_partly_memory(bytes, latency, singles, i);
        if (levels_differ(singles->cached[i], latency[level[1].last]))
            most = fmax(most, mixed ? 1 : singles->cached[i] / before);
    }
    return most;
}

bool single_loads_decide(const double *bytes, const double *latency, const struct singles *singles,
                         const struct levels *levels, size_t k) {
    return levels_last(levels, k) && singles->cached != NULL &&
           !singles_are_biased(latency, singles, levels) &&
           cached_on_edge(bytes, latency, singles, &levels->level[k]) > 0;
}

bool single_loads_slower_cache(const double *bytes, const double *latency,
                               const struct singles *singles, const struct levels *levels,
                               size_t k) {
    return cached_on_edge(bytes, latency, singles, &levels->level[k]) > OTHER_LATENCY;
}

/* Do the single loads of a plateau that a cache serves cost less than all?  Then it is a share of
   memory in the level before it, and no level. */
bool single_loads_mixed(const double *latency, const struct singles *singles,
                        const struct levels *levels, size_t k) {
    const struct level *level = &levels->level[k];
    return singles->cached != NULL && k + 1 < levels->count &&
           !singles_are_biased(latency, singles, levels) &&
           latency[level_middle(level)] > OTHER_LATENCY * cached_median(singles, level);
}

/* Does memory serve a part of the loads at a point of the K-th plateau, where the others cost what
   the level before costs?  A level between would serve them all. */
bool single_loads_share(const double *bytes, const double *latency, const struct singles *singles,
                        const struct levels *levels, size_t k) {
    const struct level *level = &levels->level[k];
    if (!single_loads_mixed(latency, singles, levels, k))
        return false;
    double before = cached_median(singles, level - 1);
    for (size_t i = level->first; i <= level->last; i++)
        if (is_partly_memory(bytes, latency, singles, i) &&
            singles->cached[i] < OTHER_LATENCY * before)
            return true;
    return false;
}
