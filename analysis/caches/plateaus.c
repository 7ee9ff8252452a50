/* plateaus.c - decides every level of cache from one latency curve.

   Monotone enforcement comes first, then the optimal piecewise constant fit of the logarithms.
   Plateaus that are too close to be two levels are merged.  Levels are numbered up to the first
   edge that may hide a level, or the first plateau that may be none; unknown beyond. */
#include "plateaus.h"
#include "../monotone.h"
#include "edges.h"
#include "hidden_level.h"
#include "plateau_points.h"
#include "segment.h"
#include "spurious_level.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double PENALTY = 0.06; /* of a segment: the best on 69 measured machines */

/* ---- plateaus ---- */

static void remove_level(struct levels *levels, size_t k) {
    levels->count--;
    for (; k < levels->count; k++)
        levels->level[k] = levels->level[k + 1];
}

static double ratio_behind(const struct levels *levels, size_t k) {
    return levels->level[k + 1].latency / levels->level[k].latency;
}

/* Merges the closest two neighbours while they are too close to be two levels, or more than MOST
   are left. */
static void merge_plateaus(struct levels *levels, size_t most) {
    while (levels->count > 1) {
        size_t nearest = 0;
        for (size_t k = 1; k + 1 < levels->count; k++)
            if (ratio_behind(levels, k) < ratio_behind(levels, nearest))
                nearest = k;
        if (levels_differ(1, ratio_behind(levels, nearest)) && levels->count <= most)
            return;
        levels->level[nearest].last = levels->level[nearest + 1].last;
        remove_level(levels, nearest + 1);
    }
}

static void add_plateau(struct levels *levels, const struct curve *curve, size_t first,
                        size_t last) {
    if (levels->count == LEVELS_MOST)
        merge_plateaus(levels, LEVELS_MOST - 1);
    levels->level[levels->count++] =
        (struct level){.first = first, .last = last, .latency = curve->latency[first]};
}

/* The first run is a plateau however narrow, since all smaller sizes belong to it. */
static void find_plateaus(const struct curve *curve, const size_t *first, size_t runs,
                          struct levels *levels) {
    for (size_t run = 0; run < runs; run++) {
        size_t last = (run + 1 < runs ? first[run + 1] : curve->points) - 1;
        levels->ended = curve->bytes[last] >= OCTAVE * curve->bytes[first[run]];
        if (levels->ended || run == 0)
            add_plateau(levels, curve, first[run], last);
    }
    merge_plateaus(levels, LEVELS_MOST);
}

/* Removes plateaus in front of memory that mix it with the level before them: other CPUs used part
   of that level while they were measured. */
static void remove_memory_shares(const struct curve *curve, struct levels *levels) {
    while (levels->ended && levels->count > 2 &&
           single_loads_share(curve, levels, levels->count - 2))
        remove_level(levels, levels->count - 2);
}

static void number_levels(const struct curve *curve, struct levels *levels) {
    const struct level *level = levels->level, *last = level + levels->count - 1;
    levels->numbered = 1;
    if (curve->latency[level->last] > UNEVEN * curve->latency[level->first])
        return; /* perhaps two levels, merged into the first: no TLB explains such a rise there */
    while (levels->numbered < levels->count &&
           !hidden_level_possible(curve, levels, levels->numbered - 1) &&
           !spurious_level_possible(curve, levels, levels->numbered))
        levels->numbered++;
    if (levels->numbered == levels->count && hidden_level_in_memory(curve, last))
        levels->numbered--;
}

/* ---- the curve ---- */

/* Noise only adds.  Monotone enforcement repairs a few slow points; where it lowers many, a later
   point was far too fast, and the curve is rejected. */
static bool curve_ascends(const struct curve *curve) {
    size_t lowered = 0;
    for (size_t i = 0; i < curve->points; i++)
        lowered += levels_differ(curve->latency[i], curve->raw[i]);
    return lowered * 8 <= curve->points;
}

static void find_levels_of(const struct curve *curve, double *logarithm, size_t *first,
                           struct levels *levels) {
    for (size_t i = 0; i < curve->points; i++)
        logarithm[i] = log(curve->latency[i]);
    size_t runs = segment(logarithm, curve->points, PENALTY, first);
    find_plateaus(curve, first, runs, levels);
    remove_memory_shares(curve, levels);
    if (levels->count > 0)
        number_levels(curve, levels);
    edges_place(curve, EDGES_CROSSED, levels);
}

bool plateaus_find(const struct curve *curve, struct levels *levels) {
    double *logarithm = malloc(curve->points * sizeof *logarithm);
    size_t *first = malloc(curve->points * sizeof *first);
    memset(levels, 0, sizeof *levels);
    monotone_enforce(curve->latency, curve->points);
    if (logarithm != NULL && first != NULL && curve_ascends(curve))
        find_levels_of(curve, logarithm, first, levels);
    free(logarithm);
    free(first);
    return levels->count > 0;
}
