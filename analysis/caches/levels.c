/* levels.c - decides size, latency and number of all cache levels from one latency curve.

   Unknown from the first level on that could be hidden, doubled, or shared with another thread. */
#include "levels.h"
#include "../ascending.h"
#include "plateau_latency.h"
#include "plateau_points.h"
#include "single_loads.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double MEMORY = 1.25; /* ratio of flushed lines to the last plateau, at most */
/* Quantiles of the flushed places; and how much memory's latency changes within minutes where
   others use it too. */
static const double LOWER = 0.25, MIDDLE = 0.5, UPPER = 0.75, MEMORY_WANDERS = 0.1;
/* Confidences: exact; within a quarter octave of this curve; a single witness.  A last level is
   shared, and the part that other CPUs leave to one thread changes: curves of one machine showed 13
   and 25 MB within an hour, each with a sharp edge.  So one curve alone is not published. */
static const double SURE = 0.95, AGREED = 0.88, LIKELY = 0.85;

/* The factor on the confidence in a size that is in doubt. */
static const double DOUBTED = 0.5;

/* The error of a hit in the first level, which takes a few whole cycles. */
static const double RULED = 0.02;

/* No sweep has so many layouts that this percentage is one of them.  Old tables, which could not
   hold a 0, use it for none. */
static const double HARDLY_EVER = 1;

enum { NAMED_LEVELS = 4, CORE_LEVELS = 2, PARTIAL_POINTS = 2 };

/* A table whose columns are bytes, and a latency in cycles or ns.  Where the sweep has them: the
   same latency in ns; the latency of lines just flushed, in the same unit as the first, which is
   memory's without TLB misses; and the percentage of layouts in which no other thread used the
   core. */
struct curve_table {
    const struct table *table;
    bool in_ns;
    size_t ns, flushed, alone;
    struct curve curve;
    double *points; /* room for as many as there are rows */
    edge_witness *witness;
};

static void answer_latency(struct answers *answers, const char *name, double latency, bool in_ns,
                           double confidence) {
    if (!in_ns && latency < 1)
        answer_unknown(answers, name, "a load seems to take %.2f cycles, less than one", latency);
    else if (in_ns)
        answer_rounded(answers, name, latency, 2, confidence);
    else
        answer_integer(answers, name, latency, confidence);
}

/* If another level may be hidden on the edge behind level K, its size is only where the edge
   begins; if one may be hidden before, the level may not be the K-th. */
static double doubt_of(const struct levels *levels, size_t k) {
    return (k + 1 < levels->numbered ? 1 : DOUBTED) * (k < levels->numbered ? 1 : DOUBTED);
}

/* Only a last level is reported within a quarter octave, where another witness agrees.  For the
   others the exact size is needed, which a smeared edge cannot give.  The first level's edge is not
   smeared. */
static void answer_size(const struct curve_table *of, const struct levels *levels, size_t k,
                        const char *name, struct answers *answers) {
    const struct level *level = &levels->level[k];
    double size = level->size, confidence = LIKELY * level->confidence * doubt_of(levels, k);
    bool last = levels_last(levels, k);
    if (k > 0 && size > 0 && of->witness != NULL &&
        of->witness(&of->curve, level, k, &size, answers) && last)
        confidence = AGREED;
    answer_integer(answers, name, last ? size : level->size, confidence);
}

/* Was row I measured alone in some layout, if the sweep says so?  Another thread on the core takes
   cache space, so a row costs at least what it costs alone. */
static bool was_alone(const struct curve_table *of, size_t i) {
    return of->alone == of->table->columns || table_at(of->table, i, of->alone) > HARDLY_EVER;
}

/* Is the row free of TLB misses?  One per page may add whole cycles to each load. */
static bool is_within_reach(const struct curve_table *of, size_t i) {
    const struct curve *curve = &of->curve;
    return curve->reach == NULL || curve->bytes[i] <= curve->reach[i];
}

/* Copies the points of LEVEL that can show its latency to POINTS, in order.  Returns their
   number. */
static size_t latency_points(const struct curve_table *of, const struct level *level,
                             double *points) {
    size_t count = 0;
    for (size_t i = level->first; i <= level->last && is_within_reach(of, i); i++)
        if (was_alone(of, i))
            points[count++] = of->curve.raw[i];
    return count;
}

/* In levels after the first, points of the first half octave may still hit the level above. */
static struct plateau_latency plateau_of(const struct curve_table *of, const struct level *level) {
    size_t all = level->last - level->first + 1;
    size_t count = latency_points(of, level, of->points);
    struct plateau_latency latency =
        latency_of(count > 0 ? of->points : of->curve.raw + level->first, count > 0 ? count : all,
                   level->first > 0 ? PARTIAL_POINTS : 0, of->in_ns);
    latency.sure = latency.sure && count > 0;
    return latency;
}

/* On the first plateau all loads hit: where they do not take a whole number of cycles, the cycle
   was measured wrongly, and no latency is reported. */
static bool l1_cycles_are_whole(const struct curve_table *of, const struct levels *levels) {
    double first = plateau_of(of, &levels->level[0]).value;
    return of->in_ns || fabs(first - floor(first + 0.5)) <= RULED * first;
}

/* Only the first two levels surely run on the core's clock.  Levels behind have a clock of their
   own, or near and far slices, so that they take no whole number of cycles; and their pages exceed
   the first TLB, whose misses look as flat.  A curve that ends before memory may cut its last
   plateau off before the flat part. */
static void answer_level_latency(const struct curve_table *of, const struct levels *levels,
                                 size_t k, const char *name, struct answers *answers) {
    const struct level *level = &levels->level[k];
    struct plateau_latency latency = plateau_of(of, level);
    bool of_core = of->in_ns || k < CORE_LEVELS;
    bool sure = latency.sure && l1_cycles_are_whole(of, levels) && k + 1 < levels->count && of_core;
    answer_latency(answers, name, latency.value, of->in_ns, sure ? SURE : LIKELY);
    if (!of_core && answers->least > LIKELY)
        answer_final(answers, name);
}

/* A level that surely does not exist is not answered here: `cache_levels' reports that. */
static void answer_level(const struct curve_table *of, const struct levels *levels, size_t k,
                         size_t caches, struct answers *answers) {
    static const char why[] =
        "the curve does not clearly show this many levels; measure again while the machine is idle";
    char size[ANSWER_NAME], latency[ANSWER_NAME];
    if (k >= caches && levels->ended && levels->numbered == levels->count)
        return;
    answer_name(size, (double)k + 1, "size");
    answer_name(latency, (double)k + 1, of->in_ns ? "latency_ns" : "latency");
    if (k < caches && k + 1 < levels->count)
        answer_size(of, levels, k, size, answers);
    else
        answer_unknown(answers, size, "%s",
                       k < levels->numbered ? "the curve ends before the end of this level" : why);
    if (k < caches && k < levels->numbered)
        answer_level_latency(of, levels, k, latency, answers);
    else
        answer_unknown(answers, latency, "%s", why);
}

/* The quantile PART of the latency of flushed places, in ns or in the curve's unit; 0 where they
   were not measured. */
static double find_flushed(const struct curve_table *of, bool in_ns, double part) {
    double *flushed = table_column(of->table, of->flushed), cost = 0;
    size_t rows = of->table->rows;
    for (size_t row = 0; flushed != NULL && in_ns && row < rows; row++)
        flushed[row] *= table_at(of->table, row, of->ns) / of->curve.raw[row];
    if (flushed != NULL) {
        qsort(flushed, rows, sizeof *flushed, ascending);
        cost = flushed[(size_t)(part * (double)rows)];
    }
    free(flushed);
    return cost;
}

/* Memory's latency is that of flushed places, without TLB misses.  The last plateau alone might
   belong to a cache larger than the curve. */
static void answer_memory(const struct curve_table *of, bool ended, struct answers *answers) {
    const char *name = of->in_ns ? "mem_latency_ns" : "mem_latency";
    double flushed = find_flushed(of, false, MIDDLE);
    bool also_ns = of->ns < of->table->columns;
    if (ended && flushed > 0) {
        answer_latency(answers, name, flushed, of->in_ns, SURE);
        if (also_ns)
            answer_between(answers, "mem_latency_ns", find_flushed(of, true, LOWER),
                           find_flushed(of, true, UPPER), MEMORY_WANDERS, SURE);
    } else {
        answer_unknown(answers, also_ns ? "mem_latency_ns" : name, "%s",
                       flushed > 0 ? "the curve may end before memory"
                                   : "the last plateau could be a cache: a column `flushed', the "
                                     "latency of uncached places, would decide");
    }
}

/* The last plateau is memory if flushed places are not much slower than its middle, since it may
   begin while the curve still rises.  Otherwise the sweep ended in some cache. */
static bool reaches_memory(const struct curve_table *of, const struct level *last) {
    return find_flushed(of, false, MIDDLE) <= MEMORY * of->curve.latency[level_middle(last)];
}

/* Has the level a point that was never measured alone, if the sweep says so? */
static bool is_contended(const struct curve_table *of, const struct level *level) {
    for (size_t i = level->first; i <= level->last; i++)
        if (!was_alone(of, i))
            return true;
    return false;
}

/* Another thread on the core takes cache space.  Then the part of a level that remains to this
   thread may look like a narrow level of its own. */
static void doubt_narrow(const struct curve_table *of, struct levels *levels) {
    for (size_t k = 1; k + 1 < levels->count; k++) {
        const struct level *level = &levels->level[k];
        if (level_is_narrow(&of->curve, level) && is_contended(of, level) && levels->numbered > k)
            levels->numbered = k;
    }
}

/* Is there room for a level between two rows measured alone, from the end of level K to the next,
   or no such row at either end?  The rows between show only an upper limit of the latency, so a
   level that other threads keep busy could be there. */
static bool is_unseen(const struct curve_table *of, const struct levels *levels, size_t k) {
    const struct level *level = &levels->level[k];
    size_t seen = level->last;
    while (seen > level->first && !was_alone(of, seen))
        seen--;
    if (!was_alone(of, seen))
        return true;
    for (size_t i = seen + 1; i < of->table->rows && seen < level[1].first; i++) {
        if (!was_alone(of, i))
            continue;
        if (i > seen + 1 && of->curve.bytes[i] >= OCTAVE * of->curve.bytes[seen])
            return true;
        seen = i;
    }
    return seen < level[1].first;
}

/* Only for the last edge can single loads decide, since they distinguish a cache from memory.
   Returns whether another edge is in doubt. */
static bool doubt_unseen(const struct curve_table *of, struct levels *levels) {
    size_t numbered = levels->numbered;
    for (size_t k = 0; k + 1 < levels->numbered; k++)
        if (!single_loads_decide(&of->curve, levels, k) && is_unseen(of, levels, k))
            levels->numbered = k + 1;
    return levels->numbered < numbered;
}

static void answer_all(const struct curve_table *of, struct levels *levels,
                       struct answers *answers) {
    const struct level *last = &levels->level[levels->count - 1];
    doubt_narrow(of, levels);
    const char *why =
        doubt_unseen(of, levels)
            ? "another thread used the core along an edge, which could hide a level; measure again "
              "while the machine is idle"
            : "an edge is wide enough to hide a level; measure again while the machine is idle";
    levels->ended = levels->ended && levels->count > 1 && reaches_memory(of, last);
    size_t caches = levels->count - levels->ended;
    if (levels->ended && levels->numbered == levels->count)
        answer_integer(answers, "cache_levels", (double)caches, SURE);
    else
        answer_unknown(answers, "cache_levels", "%s",
                       levels->ended ? why : "the curve ends before memory");
    for (size_t k = 0; k < caches || k < NAMED_LEVELS; k++)
        answer_level(of, levels, k, caches, answers);
    answer_memory(of, levels->ended, answers);
}

static bool read_curve(struct curve *curve, const struct table *table) {
    size_t reach = table_find(table, "reach");
    *curve = (struct curve){.points = table->rows,
                            .bytes = table_column(table, 0),
                            .raw = table_column(table, 1),
                            .latency = table_column(table, 1),
                            .cached = table_column(table, table_find(table, "cached")),
                            .reach = table_column(table, reach)};
    return curve->bytes != NULL && curve->raw != NULL && curve->latency != NULL &&
           (curve->reach != NULL || reach == table->columns);
}

static void free_curve(const struct curve *curve) {
    double *columns[] = {curve->bytes, curve->raw, curve->latency, curve->cached, curve->reach};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        free(columns[i]);
}

void levels_answer(const struct table *table, edge_witness *witness, struct answers *answers) {
    struct curve_table of = {.table = table,
                             .in_ns = strcmp(table->column[1], "ns") == 0,
                             .ns = table_find(table, "ns"),
                             .flushed = table_find(table, "flushed"),
                             .alone = table_find(table, "alone_percent"),
                             .points = table_column(table, 1),
                             .witness = witness};
    struct levels levels;
    if (of.in_ns)
        of.ns = table->columns;
    if (read_curve(&of.curve, table) && of.points != NULL && plateaus_find(&of.curve, &levels))
        answer_all(&of, &levels, answers);
    else
        answer_unknown(answers, "cache_levels", "the curve does not rise from level to level");
    free_curve(&of.curve);
    free(of.points);
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
