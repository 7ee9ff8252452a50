/* spurious_level.c - decides whether a plateau of a latency curve may be no level of cache.

   A TLB, noise, memory's share of the loads, and the edge of the level before it can look like a
   plateau. */
#include "spurious_level.h"
#include "plateau_points.h"

#include <math.h>

enum { REPAIRED = 4 };                 /* at most one point in this many may have been lowered */
static const double REACH_STEP = 1.1;  /* from one candidate reach of a TLB to the next */
static const double LEVEL_GROWS = 1.5; /* bytes served grow by more along a level's own plateau */

/* Is it a plateau only because monotone enforcement lowered slow points, perhaps to later ones that
   were far too fast?  In a narrow plateau one such point is enough, since a passing disturbance may
   have made all of it.  In memory, behind all levels, slow points are common. */
static bool is_repaired_noise(const struct curve *curve, const struct levels *levels, size_t k) {
    const struct level *level = &levels->level[k];
    size_t healed = 0, points = level->last - level->first + 1;
    for (size_t i = level->first; i <= level->last; i++)
        healed += curve->raw[i] > UNEVEN * curve->latency[i];
    return k + 1 < levels->count &&
           (level_is_narrow(curve, level) ? healed > 0 : REPAIRED * healed > points);
}

/* On its own plateau a level serves all bytes visited: twice as many at twice the size.  Does this
   plateau serve hardly more at its end?  Then it belongs to the edge of the level before. */
static bool is_edge_of_previous(const struct curve *curve, const struct levels *levels, size_t k) {
    const struct level *level = &levels->level[k];
    if (k + 1 == levels->count)
        return false;
    double low = level[-1].latency, high = level[1].latency;
    return served_bytes(curve, low, high, level->last) <
           LEVEL_GROWS * served_bytes(curve, low, high, level->first);
}

/* Does a TLB that reaches REACH bytes explain the latencies after FLAT, up to TO? */
static bool tlb_misses_fit(const struct curve *curve, double reach, size_t flat, size_t to) {
    double low = curve->latency[flat];
    double walk = (curve->latency[to] - low) / (1 - reach / curve->bytes[to]);
    for (size_t i = flat + 1; i <= to; i++) {
        double expected = low + walk * fmax(1 - reach / curve->bytes[i], 0);
        if (fabs(curve->latency[i] - expected) > MEASURED_WITHIN * expected)
            return false;
    }
    return true;
}

/* Could plateau K be the level before it plus TLB misses, which may cost as much as a level?  A
   level reaches its latency where twice the capacity of the previous one is visited; the latency
   that a TLB adds keeps rising.  A sweep with single loads avoids TLB misses. */
static bool may_be_tlb_misses(const struct curve *curve, const struct levels *levels, size_t k) {
    size_t flat = levels->level[k - 1].last, to = point_before_edge(curve, &levels->level[k]);
    if (curve->cached != NULL || k + 1 == levels->count)
        return false;
    for (double reach = curve->bytes[flat]; reach < curve->bytes[to] / 2; reach *= REACH_STEP)
        if (tlb_misses_fit(curve, reach, flat, to))
            return true;
    return false;
}

bool spurious_level_possible(const struct curve *curve, const struct levels *levels, size_t k) {
    bool added_to = single_loads_mixed(curve, levels, k) || may_be_tlb_misses(curve, levels, k);
    return added_to || is_repaired_noise(curve, levels, k) || is_edge_of_previous(curve, levels, k);
}
