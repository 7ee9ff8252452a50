/* plateaus.c - every level of cache from one latency curve (METHODS 3b, 3c).

   Monotone enforcement, the optimal stair of the logarithms, plateaus merged that are too near to
   be two levels, and what could be hidden between and inside them. */
#include "plateaus.h"
#include "../ascending.h"
#include "../monotone.h"
#include "edges.h"
#include "segment.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double PENALTY = 0.06; /* of a segment: METHODS 3b, best on 69 machines */
static const double GAP = 4.5;      /* a wider edge could hide a level */
static const double OUTER_GAP = 8;  /* the same before memory: a last level of C bytes that
                                       does not keep the oldest misses 1 - C / size */
static const double UNEVEN = 1.2;
static const double RESTS = 1.15;
static const double BEGUN = 0.1;              /* of the step: an edge has begun */
static const double BEFORE_EDGE = 1.41421356; /* half an octave */
static const double REACHES = 1.1;            /* from one reach that is tried to the next */
enum { HEALED = 4 };                          /* one point of so many */
enum { NEAR = 9 };                            /* points before an edge */
static const double ANOTHER = 1.35; /* halfway, as ratios go, to what two levels differ by */
static const double MERGED = 1.5;   /* no TLB adds as much where a miss is shared by a page */
static const double OFF_BY = 0.05;  /* of what it costs: a point, for noise and whole cycles */
/* What is served may grow so much along an edge: the fewer ways, the earlier some sets are full.
   Of four ways it does by a quarter; a last level has more. */
static const double GROWS = 1.25, LAST_GROWS = 1.1;
static const double OWN = 1.5, KEEPS = 0.7;
static const double HALFWAY = 0.4, CLIMBED = 0.9; /* of the step, too */

/* ---- plateaus ---- */

static void remove_level(struct levels *levels, size_t k) {
    levels->count--;
    for (; k < levels->count; k++)
        levels->level[k] = levels->level[k + 1];
}

static double ratio_behind(const struct levels *levels, size_t k) {
    return levels->level[k + 1].latency / levels->level[k].latency;
}

/* Joins the nearest two neighbours as long as they are too near, or more than MOST are left. */
static void merge(struct levels *levels, size_t most) {
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
        merge(levels, LEVELS_MOST - 1);
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
    merge(levels, LEVELS_MOST);
}

/* Three flat points on the way from one plateau to the next, too few to be one.  What lies by less
   than two levels before the next one belongs to it; but a TLB does not add so much to it then. */
static bool rests(const double *latency, const struct level *level, size_t i) {
    return latency[i + 2] <= RESTS * latency[i] && levels_differ(level->latency, latency[i]) &&
           MERGED * latency[i + 2] < level[1].latency;
}

/* The bytes that the level before an edge from LOW to HIGH serves at point I. */
static double served(const double *bytes, const double *latency, double low, double high,
                     size_t i) {
    return bytes[i] * (high - latency[i]) / (high - low);
}

/* The latency of a plateau an octave behind its beginning, where it may still climb; of a narrower
   one that at its end. */
static double latency_an_octave_in(const double *bytes, const double *latency,
                                   const struct level *level) {
    size_t octave_in = level->first;
    while (octave_in < level->last && bytes[octave_in] < 2 * bytes[level->first])
        octave_in++;
    return latency[octave_in];
}

/* Along the edge behind LEVEL up to HIGH, at points from FROM to TO: the most bytes served in parts
   of what is served first, and the least. */
static void served_along(const double *bytes, const double *latency, const struct level *level,
                         double high, double from, double to, double *most, double *least) {
    double first = 0;
    *most = *least = 1;
    for (size_t i = level->last + 1; i < level[1].first; i++) {
        if (latency[i] < from || latency[i] > to)
            continue;
        double now = served(bytes, latency, latency[level->last], high, i);
        first = first > 0 ? first : now;
        *most = fmax(*most, now / first);
        *least = fmin(*least, now / first);
    }
}

/* So many points of the edge behind LEVEL cost what another level between could. */
static size_t points_between(const double *latency, const struct level *level, double high) {
    double low = latency[level->last];
    size_t points = 0;
    for (size_t i = level->last + 1; i < level[1].first; i++)
        points += levels_differ(low, latency[i]) && levels_differ(latency[i], high);
    return points;
}

/* A level serves no more than its own size, whatever its replacement, however smeared its edge.  Is
   more and more served where there is room for a level between, before what costs HIGH?  Then there
   is one. */
static bool serves_more(const double *bytes, const double *latency, const struct level *level,
                        double high, double grows) {
    double low = latency[level->last], most, least;
    served_along(bytes, latency, level, high, low + BEGUN * (high - low), levels_before(high),
                 &most, &least);
    return levels_differ(low, sqrt(low * high)) && most > grows;
}

/* A last level that does not keep the oldest serves its own size for long, and so its edge is wide.
   One that does serves less and less, and has ended at four times the size at which it began. */
static bool too_wide(const double *bytes, const double *latency, const struct levels *levels,
                     size_t k) {
    const struct level *level = &levels->level[k];
    double wide = bytes[level[1].first] / bytes[level->last], most, least;
    double low = latency[level->last], high = latency[level[1].first], step = high - low;
    if (wide <= GAP)
        return false;
    served_along(bytes, latency, level, high, low + HALFWAY * step, low + CLIMBED * step, &most,
                 &least);
    return !levels_last(levels, k) || wide > OUTER_GAP || least < KEEPS * most;
}

/* What the last points of LEVEL's plateau cost where a cache serves them. */
static double cached_before(const struct singles *singles, const struct level *level) {
    double last[NEAR];
    size_t all = level->last - level->first + 1, count = all < NEAR ? all : NEAR;
    for (size_t i = 0; i < count; i++)
        last[i] = singles->cached[level->last - i];
    qsort(last, count, sizeof *last, ascending);
    return last[count / 2];
}

/* No load costs less than a hit in the first level.  Single loads that seem to were timed against
   a bias that was found in a disturbed moment: all of them are too cheap, and tell nothing. */
static bool is_biased(const double *latency, const struct singles *singles,
                      const struct levels *levels) {
    const struct level *level = &levels->level[0];
    return ANOTHER * cached_before(singles, level) < latency[level_middle(level)];
}

/* Do the loads that a cache serves cost less than all, of which a TLB has no share?  Then memory
   serves the others. */
static bool is_partly_memory(const double *bytes, const double *latency,
                             const struct singles *singles, size_t i) {
    return singles->reach != NULL && bytes[i] <= singles->reach[i] &&
           latency[i] > ANOTHER * singles->cached[i];
}

/* On the edge from LEVEL to memory single loads tell what a mean cannot: the most that they cost
   where a cache serves them, in parts of the same before the edge.  0 where none of them tells, or
   where they were disturbed before the edge: there they cost what the level costs.  Another level
   would hold twice as much as LEVEL, so that memory serves nothing on the first half of it; where
   memory serves a part, some of its fastest loads are among those that a cache seems to serve. */
static double cached_along(const double *bytes, const double *latency,
                           const struct singles *singles, const struct level *level) {
    double before = cached_before(singles, level), most = 0;
    if (before > ANOTHER * latency[level_middle(level)])
        return 0;
    for (size_t i = level->last + 1; i < level[1].first; i++) {
        bool mixed = is_partly_memory(bytes, latency, singles, i);
        if (levels_differ(singles->cached[i], latency[level[1].last]))
            most = fmax(most, mixed ? 1 : singles->cached[i] / before);
    }
    return most;
}

bool plateaus_told_singly(const double *bytes, const double *latency, const struct singles *singles,
                          const struct levels *levels, size_t k) {
    return levels_last(levels, k) && singles->cached != NULL &&
           !is_biased(latency, singles, levels) &&
           cached_along(bytes, latency, singles, &levels->level[k]) > 0;
}

/* Could the edge behind plateau K hide another?  The first level's is smeared by random replacement
   only, and has few points: two that could be another's are enough. */
static bool hides(const double *bytes, const double *latency, const struct singles *singles,
                  const struct levels *levels, size_t k) {
    const struct level *level = &levels->level[k];
    if (plateaus_told_singly(bytes, latency, singles, levels, k))
        return cached_along(bytes, latency, singles, level) > ANOTHER;
    for (size_t i = level->last + 1; i + 2 < level[1].first; i++)
        if (rests(latency, level, i))
            return true;
    double grows = levels_last(levels, k) ? LAST_GROWS : GROWS;
    double high = latency[level[1].first], end = latency_an_octave_in(bytes, latency, level + 1);
    bool more = k == 0 ? points_between(latency, level, end) > 1
                       : serves_more(bytes, latency, level, high, grows) ||
                             serves_more(bytes, latency, level, end, grows);
    return more || too_wide(bytes, latency, levels, k);
}

/* Is it a plateau only because points that seem far too slow have been healed, by later ones that
   were far too fast perhaps?  One such point is enough in a narrow plateau: whoever came and went
   may have made all of it.  In memory, behind all levels, points are often too slow. */
static bool is_healed(const double *bytes, const double *raw, const double *latency,
                      const struct levels *levels, size_t k) {
    const struct level *level = &levels->level[k];
    size_t healed = 0, points = level->last - level->first + 1;
    for (size_t i = level->first; i <= level->last; i++)
        healed += raw[i] > UNEVEN * latency[i];
    return k + 1 < levels->count &&
           (level_is_narrow(bytes, level) ? healed > 0 : HEALED * healed > points);
}

/* Along a plateau of its own a level serves all there is, twice as much at the end.  Is it the one
   before it that goes on serving as much as it holds, while more and more is missed? */
static bool is_climbed(const double *bytes, const double *latency, const struct levels *levels,
                       size_t k) {
    const struct level *level = &levels->level[k];
    if (k + 1 == levels->count)
        return false;
    double low = level[-1].latency, high = level[1].latency;
    return served(bytes, latency, low, high, level->last) <
           OWN * served(bytes, latency, low, high, level->first);
}

/* The most that single loads cost on memory's plateau; 0 where the sweep has none. */
static double memory_singly(const struct singles *singles, const struct level *memory) {
    double most = 0;
    for (size_t i = memory->first; singles->cached != NULL && i <= memory->last; i++)
        most = fmax(most, singles->cached[i]);
    return most;
}

/* Does memory's plateau rise within an octave from point I on, with one before and one behind? */
static bool rises_from(const double *bytes, const double *latency, const struct level *memory,
                       size_t i) {
    for (size_t k = i + 1; k < memory->last && bytes[k] <= 2 * bytes[i]; k++)
        if (latency[k] > UNEVEN * latency[i] && bytes[i] >= OCTAVE * bytes[memory->first] &&
            bytes[memory->last] >= OCTAVE * bytes[k])
            return true;
    return false;
}

/* TLBs raise memory little by little.  Does what seems to be its plateau rise faster?  A level
   could end there: embedded DRAM saves no more than a third.  But where single loads cost what
   memory does, it is memory that serves them, whatever walks and neighbours add to all. */
static bool is_parted(const double *bytes, const double *latency, const struct singles *singles,
                      const struct level *memory) {
    double most = memory_singly(singles, memory);
    for (size_t i = memory->first; i < memory->last; i++)
        if ((singles->cached == NULL || UNEVEN * singles->cached[i] < most) &&
            rises_from(bytes, latency, memory, i))
            return true;
    return false;
}

/* The point of a plateau half an octave before its end.  Its last points may be the beginning of
   its edge, which scattered pages smear; the second of two levels that were merged is an octave
   wide and costs its own there. */
static size_t before_edge(const double *bytes, const struct level *level) {
    size_t i = level->last;
    while (i > level->first && bytes[i] * BEFORE_EDGE > bytes[level->last])
        i--;
    return i;
}

/* Does a plateau between the first and memory rise by more than TLBs can add that the sweep spares?
   Then two levels have been merged there. */
static bool is_merged(const double *bytes, const double *latency, const struct levels *levels,
                      size_t k) {
    const struct level *level = &levels->level[k];
    return k > 0 && k + 1 < levels->count &&
           latency[before_edge(bytes, level)] >
               MERGED * latency_an_octave_in(bytes, latency, level);
}

/* The first point of LEVEL that costs COST or more, or the last. */
static size_t point_at(const double *latency, const struct level *level, double cost) {
    size_t i = level->first;
    while (i < level->last && latency[i] < cost)
        i++;
    return i;
}

/* Where places are visited anywhere a TLB that reaches R bytes misses a part 1 - R / x of the loads
   in x bytes, whatever it replaces: so what it adds goes on rising, and the more for the larger R,
   which is no less than what costs LOW, up to point FLAT.  Is there more at I than one adds that
   adds no more at J behind it? */
static bool rises_at_once(const double *bytes, const double *latency, double low, size_t flat,
                          size_t i, size_t j) {
    double missed = 1 - bytes[flat] / bytes[i], later = 1 - bytes[flat] / bytes[j];
    double rise = (1 - OFF_BY) * latency[i] - low, further = (1 + OFF_BY) * latency[j] - low;
    return further < rise * later / missed;
}

/* Is the plateau behind another one a stair of two: a level's width of points that cost alike, and
   then others that cost more, but not as with a TLB?  What is nearer than two levels can be may be
   a first point of the second that still hits the first.  Where the plateau ends before any point
   tells the two apart, no TLB is to be seen either. */
static bool is_stair(const double *bytes, const double *latency, const struct level *level) {
    double low = latency_an_octave_in(bytes, latency, level);
    size_t begin = point_at(latency, level, (1 - OFF_BY) * low);
    size_t flat = point_at(latency, level, (1 + OFF_BY) * low) - 1;
    bool told = false;
    if (flat < begin || bytes[flat] < OCTAVE * bytes[begin - 1])
        return false;
    for (size_t i = flat + 1; i < level->last; i++)
        for (size_t j = i + 1; j <= level->last && latency[i] > HITS_ALIKE * low; j++) {
            if (rises_at_once(bytes, latency, low, flat, i, j))
                return true;
            told = told || bytes[j] >= 2 * bytes[i];
        }
    return !told && latency[level->last] > MERGED * low;
}

/* Does a TLB that reaches REACH bytes explain the points behind FLAT, up to TO? */
static bool fits_walks(const double *bytes, const double *latency, double reach, size_t flat,
                       size_t to) {
    double low = latency[flat], walk = (latency[to] - low) / (1 - reach / bytes[to]);
    for (size_t i = flat + 1; i <= to; i++) {
        double expected = low + walk * fmax(1 - reach / bytes[i], 0);
        if (fabs(latency[i] - expected) > OFF_BY * expected)
            return false;
    }
    return true;
}

/* Could plateau K be the level before it and a TLB's misses, which may cost as much as a level?  A
   level has begun in full where twice as much is visited as the one before it holds; what a TLB
   adds goes on rising.  A sweep that has single loads spares the TLB. */
static bool is_walked(const double *bytes, const double *latency, const struct singles *singles,
                      const struct levels *levels, size_t k) {
    size_t flat = levels->level[k - 1].last, to = before_edge(bytes, &levels->level[k]);
    if (singles->cached != NULL || k + 1 == levels->count)
        return false;
    for (double reach = bytes[flat]; reach < bytes[to] / 2; reach *= REACHES)
        if (fits_walks(bytes, latency, reach, flat, to))
            return true;
    return false;
}

/* Could plateau K, between the first and memory, be two levels?  A sweep that has single loads
   spares the TLB. */
static bool is_two(const double *bytes, const double *latency, const struct singles *singles,
                   const struct levels *levels, size_t k) {
    if (k == 0 || k + 1 == levels->count)
        return false;
    return singles->cached != NULL ? is_merged(bytes, latency, levels, k)
                                   : is_stair(bytes, latency, &levels->level[k]);
}

/* Do the single loads of a plateau that a cache serves cost less than all?  Then it is a share of
   memory in the level before it, and no level. */
static bool is_mixed(const double *latency, const struct singles *singles,
                     const struct levels *levels, size_t k) {
    const struct level *level = &levels->level[k];
    return singles->cached != NULL && k + 1 < levels->count &&
           !is_biased(latency, singles, levels) &&
           latency[level_middle(level)] > ANOTHER * cached_before(singles, level);
}

/* Does memory serve a part of the loads at a point of the K-th plateau, where the others cost what
   the level before costs?  A level between would serve them all. */
static bool is_share(const double *bytes, const double *latency, const struct singles *singles,
                     const struct levels *levels, size_t k) {
    const struct level *level = &levels->level[k];
    if (!is_mixed(latency, singles, levels, k))
        return false;
    double before = cached_before(singles, level - 1);
    for (size_t i = level->first; i <= level->last; i++)
        if (is_partly_memory(bytes, latency, singles, i) && singles->cached[i] < ANOTHER * before)
            return true;
    return false;
}

/* Removes plateaus in front of memory that mix it with the level before them: neighbours took a
   part of that level while they were measured. */
static void drop_shares(const double *bytes, const double *latency, const struct singles *singles,
                        struct levels *levels) {
    while (levels->ended && levels->count > 2 &&
           is_share(bytes, latency, singles, levels, levels->count - 2))
        remove_level(levels, levels->count - 2);
}

/* Could another level be between plateau K and the next, or within K? */
static bool may_hide_level(const double *bytes, const double *latency,
                           const struct singles *singles, const struct levels *levels, size_t k) {
    return hides(bytes, latency, singles, levels, k) || is_two(bytes, latency, singles, levels, k);
}

/* Could plateau K be made by memory's share, a TLB, noise, or the level before it? */
static bool may_be_no_level(const double *bytes, const double *raw, const double *latency,
                            const struct singles *singles, const struct levels *levels, size_t k) {
    bool added_to =
        is_mixed(latency, singles, levels, k) || is_walked(bytes, latency, singles, levels, k);
    return added_to || is_healed(bytes, raw, latency, levels, k) ||
           is_climbed(bytes, latency, levels, k);
}

static void number(const double *bytes, const double *raw, const double *latency,
                   const struct singles *singles, struct levels *levels) {
    const struct level *level = levels->level, *last = level + levels->count - 1;
    levels->numbered = 1;
    if (latency[level->last] > UNEVEN * latency[level->first])
        return; /* two levels, perhaps, merged into the first: it has no TLB to blame */
    while (levels->numbered < levels->count &&
           !may_hide_level(bytes, latency, singles, levels, levels->numbered - 1) &&
           !may_be_no_level(bytes, raw, latency, singles, levels, levels->numbered))
        levels->numbered++;
    if (levels->numbered == levels->count && is_parted(bytes, latency, singles, last))
        levels->numbered--;
}

/* ---- the curve ---- */

/* Noise is slow.  A few points that are far too slow are healed by the minimum behind them; where
   it lowers many, some later point was far too fast, and nothing can be said. */
static bool rises(const double *raw, const double *monotone, size_t n) {
    size_t lowered = 0;
    for (size_t i = 0; i < n; i++)
        lowered += levels_differ(monotone[i], raw[i]);
    return lowered * 8 <= n;
}

static bool find(const double *bytes, double *latency, const struct singles *singles, size_t n,
                 double *scratch, size_t *first, struct levels *levels) {
    double *raw = scratch + n;
    memcpy(raw, latency, n * sizeof *raw);
    monotone_enforce(latency, n);
    if (!rises(raw, latency, n))
        return false;
    for (size_t i = 0; i < n; i++)
        scratch[i] = log(latency[i]);
    size_t runs = segment(scratch, n, PENALTY, first);
    find_plateaus(bytes, latency, n, first, runs, levels);
    drop_shares(bytes, latency, singles, levels);
    if (levels->count > 0)
        number(bytes, raw, latency, singles, levels);
    edges_place(bytes, latency, EDGES_CROSSED, levels);
    return levels->count > 0;
}

bool plateaus_find(const double *bytes, double *latency, const struct singles *singles, size_t n,
                   struct levels *levels) {
    double *scratch = malloc(2 * n * sizeof *scratch);
    size_t *first = malloc(n * sizeof *first);
    memset(levels, 0, sizeof *levels);
    bool found = scratch != NULL && first != NULL &&
                 find(bytes, latency, singles, n, scratch, first, levels);
    free(scratch);
    free(first);
    return found;
}
