/* hidden_level.c - decides whether another level of cache may be hidden between two plateaus of a
   latency curve, or within one.

   A level serves no more than its own size.  So an edge hides none if the bytes served do not grow
   along it, and if it is no wider than a replacement policy explains. */
#include "hidden_level.h"
#include "plateau_points.h"

#include <math.h>

static const double WIDEST_EDGE = 4.5;    /* a wider edge could hide a level */
static const double WIDEST_LAST_EDGE = 8; /* the same before memory: a last level of C bytes that
                                      does not evict the oldest line misses 1 - C / size */
static const double FLAT_PART = 1.15;     /* points of a short plateau differ by less */
static const double EDGE_BEGINS = 0.1;    /* of the step: the edge has begun */
static const double MERGED = 1.5; /* no TLB adds as much where the lines of a page share a miss */
/* Served bytes may grow by this factor along an edge: the fewer ways, the earlier some sets are
   full.  With four ways they grow by a quarter; a last level has more ways. */
static const double SERVED_GROWS = 1.25, LAST_SERVED_GROWS = 1.1;
static const double SERVED_KEPT = 0.7;              /* of the most bytes served */
static const double EDGE_FROM = 0.4, EDGE_TO = 0.9; /* of the step */

/* Three points between two plateaus that have the same latency, too few to be a plateau.  A point
   less than two levels before the next plateau belongs to that one, except that a TLB does not add
   so much. */
static bool has_short_plateau(const struct curve *curve, const struct level *level, size_t i) {
    return curve->latency[i + 2] <= FLAT_PART * curve->latency[i] &&
           levels_differ(level->latency, curve->latency[i]) &&
           MERGED * curve->latency[i + 2] < level[1].latency;
}

/* On the edge from LEVEL to HIGH, at points with a latency between FROM and TO: the most and the
   fewest bytes served, relative to the first such point. */
static void served_range(const struct curve *curve, const struct level *level, double high,
                         double from, double to, double *most, double *least) {
    double first = 0;
    *most = *least = 1;
    for (size_t i = level->last + 1; i < level[1].first; i++) {
        if (curve->latency[i] < from || curve->latency[i] > to)
            continue;
        double now = served_bytes(curve, curve->latency[level->last], high, i);
        first = first > 0 ? first : now;
        *most = fmax(*most, now / first);
        *least = fmin(*least, now / first);
    }
}

/* How many points on the edge behind LEVEL have a latency that another level could have? */
static size_t intermediate_points(const struct curve *curve, const struct level *level,
                                  double high) {
    double low = curve->latency[level->last];
    size_t points = 0;
    for (size_t i = level->last + 1; i < level[1].first; i++)
        points += levels_differ(low, curve->latency[i]) && levels_differ(curve->latency[i], high);
    return points;
}

/* A level serves no more than its own size, whatever its replacement policy.  If the bytes served
   keep growing on the edge before latency HIGH, where another level would fit, then there is
   one. */
static bool served_bytes_grow(const struct curve *curve, const struct level *level, double high,
                              double grows) {
    double low = curve->latency[level->last], most, least;
    served_range(curve, level, high, low + EDGE_BEGINS * (high - low), levels_before(high), &most,
                 &least);
    return levels_differ(low, sqrt(low * high)) && most > grows;
}

/* A last level that does not evict the oldest line first serves its own size for long, so its edge
   is wide.  A level that does serves less and less, and its edge ends at four times the size at
   which it began. */
static bool edge_too_wide(const struct curve *curve, const struct levels *levels, size_t k) {
    const struct level *level = &levels->level[k];
    double wide = curve->bytes[level[1].first] / curve->bytes[level->last], most, least;
    double low = curve->latency[level->last], high = curve->latency[level[1].first];
    double step = high - low;
    if (wide <= WIDEST_EDGE)
        return false;
    served_range(curve, level, high, low + EDGE_FROM * step, low + EDGE_TO * step, &most, &least);
    return !levels_last(levels, k) || wide > WIDEST_LAST_EDGE || least < SERVED_KEPT * most;
}

/* Could the edge behind plateau K hide another level?  Only random replacement smears the edge of
   the first level, and that edge has few points: two that another level could have are enough. */
static bool edge_may_hide(const struct curve *curve, const struct levels *levels, size_t k) {
    const struct level *level = &levels->level[k];
    if (single_loads_decide(curve, levels, k))
        return single_loads_slower_cache(curve, levels, k);
    for (size_t i = level->last + 1; i + 2 < level[1].first; i++)
        if (has_short_plateau(curve, level, i))
            return true;
    double grows = levels_last(levels, k) ? LAST_SERVED_GROWS : SERVED_GROWS;
    double high = curve->latency[level[1].first], end = latency_octave_in(curve, level + 1);
    bool more = k == 0 ? intermediate_points(curve, level, end) > 1
                       : served_bytes_grow(curve, level, high, grows) ||
                             served_bytes_grow(curve, level, end, grows);
    return more || edge_too_wide(curve, levels, k);
}

/* The highest latency of single loads on memory's plateau; 0 where the sweep has none. */
static double memory_latency_of_singles(const struct curve *curve, const struct level *memory) {
    double most = 0;
    for (size_t i = memory->first; curve->cached != NULL && i <= memory->last; i++)
        most = fmax(most, curve->cached[i]);
    return most;
}

/* Does memory's plateau rise within an octave after point I, and is it an octave wide on either
   side? */
static bool memory_rises_from(const struct curve *curve, const struct level *memory, size_t i) {
    for (size_t k = i + 1; k < memory->last && curve->bytes[k] <= 2 * curve->bytes[i]; k++)
        if (curve->latency[k] > UNEVEN * curve->latency[i] &&
            curve->bytes[i] >= OCTAVE * curve->bytes[memory->first] &&
            curve->bytes[memory->last] >= OCTAVE * curve->bytes[k])
            return true;
    return false;
}

/* TLBs raise the latency of memory slowly.  Where the plateau rises faster, a level could end
   there: embedded DRAM saves no more than a third.  But where single loads already have memory's
   latency, memory serves them, and page walks or other CPUs add the rest. */
bool hidden_level_in_memory(const struct curve *curve, const struct level *memory) {
    double most = memory_latency_of_singles(curve, memory);
    for (size_t i = memory->first; i < memory->last; i++)
        if ((curve->cached == NULL || UNEVEN * curve->cached[i] < most) &&
            memory_rises_from(curve, memory, i))
            return true;
    return false;
}

/* Does a plateau between the first level and memory rise by more than the TLBs that the sweep
   avoids?  Then two levels have been merged. */
static bool is_merged_plateau(const struct curve *curve, const struct levels *levels, size_t k) {
    const struct level *level = &levels->level[k];
    return k > 0 && k + 1 < levels->count &&
           curve->latency[point_before_edge(curve, level)] >
               MERGED * latency_octave_in(curve, level);
}

/* The first point of LEVEL with a latency of COST or more, or its last point. */
static size_t first_point_at(const struct curve *curve, const struct level *level, double cost) {
    size_t i = level->first;
    while (i < level->last && curve->latency[i] < cost)
        i++;
    return i;
}

/* Under random access, a TLB that reaches R bytes misses a share 1 - R / x of the loads in x bytes,
   whatever its replacement policy.  So the latency that it adds keeps rising, and faster for a
   larger R.  R is at least the size at point FLAT, the last one with latency LOW.  Is the latency
   at I higher than such a TLB allows, given that it hardly rises up to J? */
static bool rises_unlike_tlb(const struct curve *curve, double low, size_t flat, size_t i,
                             size_t j) {
    double missed = 1 - curve->bytes[flat] / curve->bytes[i],
           later = 1 - curve->bytes[flat] / curve->bytes[j];
    double rise = (1 - MEASURED_WITHIN) * curve->latency[i] - low,
           further = (1 + MEASURED_WITHIN) * curve->latency[j] - low;
    return further < rise * later / missed;
}

/* Is the plateau a staircase of two levels: an octave of points with one latency, then points with
   a higher one that does not rise as a TLB's share does?  Points closer than two levels can be may
   be the first of the second level that still hit the first.  Where the plateau ends too early to
   compare, only a rise of MERGED or more counts. */
static bool is_staircase(const struct curve *curve, const struct level *level) {
    double low = latency_octave_in(curve, level);
    size_t begin = first_point_at(curve, level, (1 - MEASURED_WITHIN) * low);
    size_t flat = first_point_at(curve, level, (1 + MEASURED_WITHIN) * low) - 1;
    bool comparable = false;
    if (flat < begin || curve->bytes[flat] < OCTAVE * curve->bytes[begin - 1])
        return false;
    for (size_t i = flat + 1; i < level->last; i++)
        for (size_t j = i + 1; j <= level->last && curve->latency[i] > HITS_ALIKE * low; j++) {
            if (rises_unlike_tlb(curve, low, flat, i, j))
                return true;
            comparable = comparable || curve->bytes[j] >= 2 * curve->bytes[i];
        }
    return !comparable && curve->latency[level->last] > MERGED * low;
}

/* Could plateau K, between the first level and memory, be two levels?  A sweep with single loads
   avoids TLB misses, so that the plateau is flat there. */
static bool may_be_two_levels(const struct curve *curve, const struct levels *levels, size_t k) {
    if (k == 0 || k + 1 == levels->count)
        return false;
    return curve->cached != NULL ? is_merged_plateau(curve, levels, k)
                                 : is_staircase(curve, &levels->level[k]);
}

bool hidden_level_possible(const struct curve *curve, const struct levels *levels, size_t k) {
    return edge_may_hide(curve, levels, k) || may_be_two_levels(curve, levels, k);
}
