/* single_loads.c - decides whether a plateau or an edge mixes memory with a cache, from timed
   single loads.

   A mean cannot distinguish a slower cache from a cache that serves only part of the loads; single
   loads can.  Undecided where the single loads were disturbed. */
#include "single_loads.h"

#include "../ascending.h"

#include <math.h>
#include <stdlib.h>

enum { LAST_POINTS = 9 };                 /* points at the end of a plateau */
static const double OTHER_LATENCY = 1.35; /* ratio: half of LEVELS_DIFFER on a log scale */

/* The median latency of cached single loads at the end of LEVEL's plateau. */
static double cached_median(const struct curve *curve, const struct level *level) {
    double last[LAST_POINTS];
    size_t all = level->last - level->first + 1, count = all < LAST_POINTS ? all : LAST_POINTS;
    for (size_t i = 0; i < count; i++)
        last[i] = curve->cached[level->last - i];
    qsort(last, count, sizeof *last, ascending);
    return last[count / 2];
}

/* No load costs less than a hit in the first level.  If single loads seem to, their timer's
   overhead was measured in a disturbed moment: all of them are too low, and none is used. */
static bool singles_are_biased(const struct curve *curve, const struct levels *levels) {
    const struct level *level = &levels->level[0];
    return OTHER_LATENCY * cached_median(curve, level) < curve->latency[level_middle(level)];
}

/* Do cached loads cost less than the average load, where no TLB misses?  Then memory serves the
   others. */
static bool is_partly_memory(const struct curve *curve, size_t i) {
    return curve->reach != NULL && curve->bytes[i] <= curve->reach[i] &&
           curve->latency[i] > OTHER_LATENCY * curve->cached[i];
}

/* The highest latency of cached single loads on the edge from LEVEL to memory, relative to their
   latency before the edge; 0 where there are none, or where they were disturbed before the edge
   (there they cost what the level costs).  Another level would hold at least twice as much as
   LEVEL, so that memory would serve nothing on the first half of the edge.  Where memory does serve
   some loads, its fastest ones are counted as cached. */
static double cached_on_edge(const struct curve *curve, const struct level *level) {
    double before = cached_median(curve, level), most = 0;
    if (before > OTHER_LATENCY * curve->latency[level_middle(level)])
        return 0;
    for (size_t i = level->last + 1; i < level[1].first; i++) {
        bool mixed = is_partly_memory(curve, i);
        if (levels_differ(curve->cached[i], curve->latency[level[1].last]))
            most = fmax(most, mixed ? 1 : curve->cached[i] / before);
    }
    return most;
}

bool single_loads_decide(const struct curve *curve, const struct levels *levels, size_t k) {
    return levels_last(levels, k) && curve->cached != NULL && !singles_are_biased(curve, levels) &&
           cached_on_edge(curve, &levels->level[k]) > 0;
}

bool single_loads_slower_cache(const struct curve *curve, const struct levels *levels, size_t k) {
    return cached_on_edge(curve, &levels->level[k]) > OTHER_LATENCY;
}

bool single_loads_mixed(const struct curve *curve, const struct levels *levels, size_t k) {
    const struct level *level = &levels->level[k];
    return curve->cached != NULL && k + 1 < levels->count && !singles_are_biased(curve, levels) &&
           curve->latency[level_middle(level)] > OTHER_LATENCY * cached_median(curve, level);
}

bool single_loads_share(const struct curve *curve, const struct levels *levels, size_t k) {
    const struct level *level = &levels->level[k];
    if (!single_loads_mixed(curve, levels, k))
        return false;
    double before = cached_median(curve, level - 1);
    for (size_t i = level->first; i <= level->last; i++)
        if (is_partly_memory(curve, i) && curve->cached[i] < OTHER_LATENCY * before)
            return true;
    return false;
}
