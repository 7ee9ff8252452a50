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

static void add_plateau(struct levels *levels, const double *latency, size_t first, size_t last) {
    if (levels->count == LEVELS_MOST)
        merge_plateaus(levels, LEVELS_MOST - 1);
    levels->level[levels->count++] =
        (struct level){.first = first, .last = last, .latency = latency[first]};
}

/* The first run is a plateau however narrow, since all smaller sizes belong to it. */
static void find_plateaus(const double *bytes, const double *latency, size_t n, const size_t *first,
                          size_t runs, struct levels *levels) {
    for (size_t run = 0; run < runs; run++) {
        size_t last = (run + 1 < runs ? first[run + 1] : n) - 1;
        levels->ended = bytes[last] >= OCTAVE * bytes[first[run]];
        if (levels->ended || run == 0)
            add_plateau(levels, latency, first[run], last);
    }
    merge_plateaus(levels, LEVELS_MOST);
}

/* Removes plateaus in front of memory that mix it with the level before them: other CPUs used part
   of that level while they were measured. */
static void remove_memory_shares(const double *bytes, const double *latency,
                                 const struct singles *singles, struct levels *levels) {
    while (levels->ended && levels->count > 2 &&
           single_loads_share(bytes, latency, singles, levels, levels->count - 2))
        remove_level(levels, levels->count - 2);
}

static void number_levels(const double *bytes, const double *raw, const double *latency,
                          const struct singles *singles, struct levels *levels) {
    const struct level *level = levels->level, *last = level + levels->count - 1;
    levels->numbered = 1;
    if (latency[level->last] > UNEVEN * latency[level->first])
        return; /* perhaps two levels, merged into the first: no TLB explains such a rise there */
    while (levels->numbered < levels->count &&
           !hidden_level_possible(bytes, latency, singles, levels, levels->numbered - 1) &&
           !spurious_level_possible(bytes, raw, latency, singles, levels, levels->numbered))
        levels->numbered++;
    if (levels->numbered == levels->count && hidden_level_in_memory(bytes, latency, singles, last))
        levels->numbered--;
}

/* ---- the curve ---- */

/* Noise only adds.  Monotone enforcement repairs a few slow points; where it lowers many, a later
   point was far too fast, and the curve is rejected. */
static bool curve_ascends(const double *raw, const double *monotone, size_t n) {
    size_t lowered = 0;
    for (size_t i = 0; i < n; i++)
        lowered += levels_differ(monotone[i], raw[i]);
    return lowered * 8 <= n;
}

static bool find_levels_of(const double *bytes, double *latency, const struct singles *singles,
                           size_t n, double *scratch, size_t *first, struct levels *levels) {
    double *raw = scratch + n;
    memcpy(raw, latency, n * sizeof *raw);
    monotone_enforce(latency, n);
    if (!curve_ascends(raw, latency, n))
        return false;
    for (size_t i = 0; i < n; i++)
        scratch[i] = log(latency[i]);
    size_t runs = segment(scratch, n, PENALTY, first);
    find_plateaus(bytes, latency, n, first, runs, levels);
    remove_memory_shares(bytes, latency, singles, levels);
    if (levels->count > 0)
        number_levels(bytes, raw, latency, singles, levels);
    edges_place(bytes, latency, EDGES_CROSSED, levels);
    return levels->count > 0;
}

bool plateaus_find(const double *bytes, double *latency, const struct singles *singles, size_t n,
                   struct levels *levels) {
    double *scratch = malloc(2 * n * sizeof *scratch);
    size_t *first = malloc(n * sizeof *first);
    memset(levels, 0, sizeof *levels);
    bool found = scratch != NULL && first != NULL &&
                 find_levels_of(bytes, latency, singles, n, scratch, first, levels);
    free(scratch);
    free(first);
    return found;
}
