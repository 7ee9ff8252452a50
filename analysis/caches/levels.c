/* levels.c - what a latency curve says of every level of cache, and how sure it is. */
#include "levels.h"
#include "../ascending.h"
#include "plateau_latency.h"
#include "plateau_points.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double MEMORY = 1.25; /* what was flushed may cost so much more than the plateau */
/* Parts of the flushed places; and of what these cost, by which memory is faster or slower a minute
   later where others use it too. */
static const double LOWER = 0.25, MIDDLE = 0.5, UPPER = 0.75, MEMORY_WANDERS = 0.1;
/* Confidences: exact; within a quarter octave of what this curve saw; one witness alone.  A last
   level is shared, and what its neighbours leave to one thread changes: curves of one machine said
   13 and 25 MB within an hour, each of them sharply.  So one curve alone is not enough to publish
   it. */
static const double SURE = 0.95, AGREED = 0.88, LIKELY = 0.85;

/* What a doubt leaves of the confidence in a size. */
static const double DOUBTED = 0.5;

/* What a hit in the first level, which is a few whole cycles, may be off by. */
static const double RULED = 0.02;

/* No sweep has so many layouts that this percentage is one of them.  In old tables, which could not
   hold a 0, it stands for none. */
static const double HARDLY_EVER = 1;

enum { NAMED_LEVELS = 4, CORE_LEVELS = 2, PARTIAL_POINTS = 2 };

/* The table in columns: bytes and a latency in cycles or ns; where the sweep has them, the same
   latency in ns, the latency of what was just flushed, which is memory's without a TLB, and the
   bytes that a TLB holds, what single loads cost that a cache served, and in how many percent of
   the layouts no other thread had a share of the core. */
struct curve {
    const struct table *table;
    bool in_ns;
    size_t ns, flushed, reach, alone;
    double *bytes, *raw; /* columns of the table */
    struct singles singles;
    double *latency; /* the second one, monotone */
    double *points;  /* room for as many as there are rows */
    edge_witness *witness;
};

static void answer_latency(struct answers *answers, const char *name, double latency, bool in_ns,
                           double confidence) {
    if (!in_ns && latency < 1)
        answer_unknown(answers, name, "%.2f cycles are less than one", latency);
    else if (in_ns)
        answer_rounded(answers, name, latency, 2, confidence);
    else
        answer_integer(answers, name, latency, confidence);
}

/* Where the edge behind the K-th level could hide another, its size is that of the edge's
   beginning; where one before it could, the level may be another one than the K-th. */
static double doubt_of(const struct levels *levels, size_t k) {
    return (k + 1 < levels->numbered ? 1 : DOUBTED) * (k < levels->numbered ? 1 : DOUBTED);
}

/* Only a last level is told to a quarter octave, where another witness agrees; of the others the
   exact size is asked, which no smeared edge can tell.  The first level's is not smeared. */
static void answer_size(const struct curve *curve, const struct levels *levels, size_t k,
                        const char *name, struct answers *answers) {
    const struct level *level = &levels->level[k];
    double size = level->size, confidence = LIKELY * level->confidence * doubt_of(levels, k);
    bool last = levels_last(levels, k);
    if (k > 0 && size > 0 && curve->witness != NULL &&
        curve->witness(curve->bytes, curve->latency, level, k, &size, answers) && last)
        confidence = AGREED;
    answer_integer(answers, name, last ? size : level->size, confidence);
}

/* Was row I measured alone in any layout, as far as the sweep says?  Whoever has a share of the
   core takes places in its caches, and what a row costs then is what it costs alone, or more. */
static bool was_alone(const struct curve *curve, size_t i) {
    return curve->alone == curve->table->columns ||
           table_at(curve->table, i, curve->alone) > HARDLY_EVER;
}

/* Without a TLB's share: a miss, once a page, may add whole cycles to each load there. */
static bool is_within_reach(const struct curve *curve, size_t i) {
    return curve->reach == curve->table->columns ||
           curve->bytes[i] <= table_at(curve->table, i, curve->reach);
}

/* Puts the points of LEVEL that tell its latency, in their order, into POINTS.  Returns how many.
 */
static size_t telling_points(const struct curve *curve, const struct level *level, double *points) {
    size_t count = 0;
    for (size_t i = level->first; i <= level->last && is_within_reach(curve, i); i++)
        if (was_alone(curve, i))
            points[count++] = curve->raw[i];
    return count;
}

/* Behind the first level, points of half an octave may still hit the one above. */
static struct plateau_latency plateau_of(const struct curve *curve, const struct level *level) {
    size_t all = level->last - level->first + 1;
    size_t count = telling_points(curve, level, curve->points);
    struct plateau_latency latency =
        latency_of(count > 0 ? curve->points : curve->raw + level->first, count > 0 ? count : all,
                   level->first > 0 ? PARTIAL_POINTS : 0, curve->in_ns);
    latency.sure = latency.sure && count > 0;
    return latency;
}

/* Nothing but hits is on the first plateau: where these are no whole number of cycles, the cycle
   was not what it seemed to be, and none of the others is told. */
static bool cycles_are_right(const struct curve *curve, const struct levels *levels) {
    double first = plateau_of(curve, &levels->level[0]).value;
    return curve->in_ns || fabs(first - floor(first + 0.5)) <= RULED * first;
}

/* Only the first two levels are sure to run on the core's clock: what lies behind has a clock of
   its own, or slices near and far, so that no whole number of cycles is true; and small pages have
   left the first TLB's reach there, whose penalty is as flat.  The last plateau of a curve that
   ends before memory may be cut off before it is flat. */
static void answer_level_latency(const struct curve *curve, const struct levels *levels, size_t k,
                                 const char *name, struct answers *answers) {
    const struct level *level = &levels->level[k];
    struct plateau_latency latency = plateau_of(curve, level);
    bool of_core = curve->in_ns || k < CORE_LEVELS;
    bool sure = latency.sure && cycles_are_right(curve, levels) && k + 1 < levels->count && of_core;
    answer_latency(answers, name, latency.value, curve->in_ns, sure ? SURE : LIKELY);
    if (!of_core && answers->least > LIKELY)
        answer_final(answers, name);
}

/* Of a level that is surely not there nothing is said: `cache_levels' tells. */
static void answer_level(const struct curve *curve, const struct levels *levels, size_t k,
                         size_t caches, struct answers *answers) {
    static const char why[] = "the curve does not show so many levels clearly";
    char size[ANSWER_NAME], latency[ANSWER_NAME];
    if (k >= caches && levels->ended && levels->numbered == levels->count)
        return;
    answer_name(size, (double)k + 1, "size");
    answer_name(latency, (double)k + 1, curve->in_ns ? "latency_ns" : "latency");
    if (k < caches && k + 1 < levels->count)
        answer_size(curve, levels, k, size, answers);
    else
        answer_unknown(answers, size, "%s", k < levels->numbered ? "no edge is seen" : why);
    if (k < caches && k < levels->numbered)
        answer_level_latency(curve, levels, k, latency, answers);
    else
        answer_unknown(answers, latency, "%s", why);
}

/* What PART of the flushed places do not cost more than, in ns or in the curve's unit; 0 where they
   were not measured. */
static double find_flushed(const struct curve *curve, bool in_ns, double part) {
    double *flushed = NULL, cost = 0;
    if (curve->flushed < curve->table->columns)
        flushed = table_column(curve->table, curve->flushed);
    if (flushed != NULL) {
        for (size_t row = 0; in_ns && row < curve->table->rows; row++)
            flushed[row] *= table_at(curve->table, row, curve->ns) / table_at(curve->table, row, 1);
        qsort(flushed, curve->table->rows, sizeof *flushed, ascending);
        cost = flushed[(size_t)(part * (double)curve->table->rows)];
    }
    free(flushed);
    return cost;
}

/* Memory's latency is that of flushed places, which has no TLB's share.  A last plateau alone could
   be that of a cache, whose end the curve does not reach. */
static void answer_memory(const struct curve *curve, bool ended, struct answers *answers) {
    const char *name = curve->in_ns ? "mem_latency_ns" : "mem_latency";
    double flushed = find_flushed(curve, false, MIDDLE);
    bool also_ns = curve->ns < curve->table->columns;
    if (ended && flushed > 0) {
        answer_latency(answers, name, flushed, curve->in_ns, SURE);
        if (also_ns)
            answer_between(answers, "mem_latency_ns", find_flushed(curve, true, LOWER),
                           find_flushed(curve, true, UPPER), MEMORY_WANDERS, SURE);
    } else {
        answer_unknown(answers, also_ns ? "mem_latency_ns" : name, "%s",
                       flushed > 0
                           ? "the curve does not surely end on memory"
                           : "the last plateau could be a cache's: a column `flushed', of what "
                             "places cost that no cache holds, would tell");
    }
}

/* The last plateau is memory if flushed places are not much slower than its middle, since it may
   begin while it still climbs; a sweep that could go no further ends on a plateau of some cache. */
static bool reaches_memory(const struct curve *curve, const struct level *last) {
    return find_flushed(curve, false, MIDDLE) <= MEMORY * curve->latency[level_middle(last)];
}

/* Has the level a point that was never measured alone, as far as the sweep says? */
static bool is_contended(const struct curve *curve, const struct level *level) {
    for (size_t i = level->first; i <= level->last; i++)
        if (!was_alone(curve, i))
            return true;
    return false;
}

/* Another thread of the core takes places in its caches: then what a level still holds, among more
   and more that it does not, may look like a level between for an octave or so. */
static void doubt_narrow(const struct curve *curve, struct levels *levels) {
    for (size_t k = 1; k + 1 < levels->count; k++) {
        const struct level *level = &levels->level[k];
        if (level_is_narrow(curve->bytes, level) && is_contended(curve, level) &&
            levels->numbered > k)
            levels->numbered = k;
    }
}

/* Is there a level's width between two rows that were alone, from the end of the K-th to the next,
   or no such row at either end?  What the rows between cost says nothing but what they cost at the
   most, and a level that somebody else keeps busy could be there. */
static bool is_unseen(const struct curve *curve, const struct levels *levels, size_t k) {
    const struct level *level = &levels->level[k];
    size_t seen = level->last;
    while (seen > level->first && !was_alone(curve, seen))
        seen--;
    if (!was_alone(curve, seen))
        return true;
    for (size_t i = seen + 1; i < curve->table->rows && seen < level[1].first; i++) {
        if (!was_alone(curve, i))
            continue;
        if (i > seen + 1 && curve->bytes[i] >= OCTAVE * curve->bytes[seen])
            return true;
        seen = i;
    }
    return seen < level[1].first;
}

/* Only the last edge may be left to single loads, which tell a cache's from memory's whatever the
   mean of all is.  Returns whether another one is in doubt. */
static bool doubt_unseen(const struct curve *curve, struct levels *levels) {
    size_t numbered = levels->numbered;
    for (size_t k = 0; k + 1 < levels->numbered; k++)
        if (!single_loads_decide(curve->bytes, curve->latency, &curve->singles, levels, k) &&
            is_unseen(curve, levels, k))
            levels->numbered = k + 1;
    return levels->numbered < numbered;
}

static void answer_all(const struct curve *curve, struct levels *levels, struct answers *answers) {
    const struct level *last = &levels->level[levels->count - 1];
    doubt_narrow(curve, levels);
    const char *why = doubt_unseen(curve, levels)
                          ? "an edge of rows that were never alone could hide a level"
                          : "an edge could hide a level";
    levels->ended = levels->ended && levels->count > 1 && reaches_memory(curve, last);
    size_t caches = levels->count - levels->ended;
    if (levels->ended && levels->numbered == levels->count)
        answer_integer(answers, "cache_levels", (double)caches, SURE);
    else
        answer_unknown(answers, "cache_levels", "%s",
                       levels->ended ? why : "the curve ends before memory");
    for (size_t k = 0; k < caches || k < NAMED_LEVELS; k++)
        answer_level(curve, levels, k, caches, answers);
    answer_memory(curve, levels->ended, answers);
}

void levels_answer(const struct table *table, edge_witness *witness, struct answers *answers) {
    struct curve curve = {.table = table,
                          .in_ns = strcmp(table->column[1], "ns") == 0,
                          .ns = table_find(table, "ns"),
                          .flushed = table_find(table, "flushed"),
                          .reach = table_find(table, "reach"),
                          .alone = table_find(table, "alone_percent"),
                          .bytes = table_column(table, 0),
                          .raw = table_column(table, 1),
                          .latency = table_column(table, 1),
                          .points = table_column(table, 1),
                          .witness = witness};
    struct levels levels;
    size_t cached = table_find(table, "cached");
    if (cached < table->columns)
        curve.singles.cached = table_column(table, cached);
    if (curve.reach < table->columns)
        curve.singles.reach = table_column(table, curve.reach);
    if (curve.in_ns)
        curve.ns = table->columns;
    if (curve.bytes != NULL && curve.raw != NULL && curve.latency != NULL && curve.points != NULL &&
        plateaus_find(curve.bytes, curve.latency, &curve.singles, table->rows, &levels))
        answer_all(&curve, &levels, answers);
    else
        answer_unknown(answers, "cache_levels", "the curve does not rise from level to level");
    free(curve.bytes);
    free(curve.raw);
    free(curve.singles.cached);
    free(curve.singles.reach);
    free(curve.latency);
    free(curve.points);
}

static void levels_decide(const struct table *table, const struct options *options,
                          struct answers *answers) {
    (void)options;
    levels_answer(table, NULL, answers);
}

const struct method levels_method = {
    .name = "levels",
    .summary = "every cache level, from a latency curve",
    .form = {{.keys = 1, .columns = 2, .above_zero = "cycles ns flushed"}},
    .rows = 4096,
    .decide = levels_decide};
