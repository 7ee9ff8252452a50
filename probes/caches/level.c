/* level.c - measures a level of cache behind the first by how many pages of one colour fit, and
   how many of all colours (X-Ray 4.6).  Fails if the level is too large or does not show, or if
   noise hides the colours.

   X-Ray measures a cache behind the first with strided sequences of physically contiguous memory
   (4.6, Figures 11 and 12), which a virtual machine does not have.  Once the colours of pages are
   known (eviction/colours.h), pages of one colour are places a way apart, and as many pages of
   each colour are a piece of contiguous memory: Theorem 1 holds for them as it does for strides.
   So W pages of a colour fit and W + 1 do not, three quarters of W of each of the K colours fit
   together, and W + 1 of a colour fit again when the places of some of the last are shifted by a
   whole line (Figure 10).  A few places stand for a page, except in the row of all colours, which
   shows that the level holds so many bytes, or as many as there is room for.  Where places of one
   page compete with other places of other pages, it does not hold so many: there a row for each
   bit of the address within a page shows whether the colour depends on it.

   As in Figure 11, evictors are visited in between, which evict all from the first level.
   Finally pages of one colour are visited in an order for which replacement policies differ. */
#include "level.h"
#include "../../analysis/differ.h"
#include "../common/sample.h"
#include "../eviction/opening.h"
#include "../eviction/strided.h"
#include "../eviction/verify.h"
#include "../machine/pages.h"
#include "level_rows.h"
#include "replay.h"

#include <math.h>
#include <stdlib.h>

enum {
    MANY = 64,         /* units; if the level holds that many, larger units are tried */
    LEAST_COLOURS = 4, /* with fewer, pages are no units */
    FEW_LAPS = 2,      /* laps before other units are timed */
    MANY_LAPS = 8,
    ATTEMPTS = 8,     /* attempts of the whole sweep */
    SIZES = 13,       /* sizes of the chains that hit, including that of the level above */
    PASSES = 6,       /* passes over these chains */
    BEGINS = 8,       /* beginnings of pages that may be evicted */
    PARTS_VISITED = 2 /* times as many other parts as evict most others: with them so many compete,
                         even where a hash exchanges only two of the parts */
};
/* The most by which two latencies of one level differ. */
static const double ALIKE = 1.1;
/* No further attempt begins after this time. */
static const double ATTEMPTS_NS = 4e9;
/* Passes over the chains that hit end when a pass leaves at least this part of every time. */
static const double UNCHANGED = 0.995;

/* Another thread may disturb a whole attempt, so another one follows if the first did not take
   long; levels behind the second are searched for once. */
static bool may_try_again(const struct level *bench) {
    return bench->attempt < ATTEMPTS && bench->level == 2 &&
           machine_age_ns(bench->units.machine) <= ATTEMPTS_NS;
}

/* ---- rows ---- */

static void print_row(const struct level_row *row, FILE *out) {
    struct spread spread = level_row_spread(row);
    if (spread.median > 0)
        fprintf(out, "%zu\t%zu\t%zu\t%.4f\t%.4f\n", row->colours, row->ways, row->shift,
                spread.median, spread.low);
}

/* ---- hits in one chain ---- */

struct hits {
    struct chain_of_hits {
        size_t units;       /* 0: a single unit, which hits in the level above */
        double usual, half; /* cycles of a load: of the usual places of each, and of half */
    } chain[SIZES];
    size_t count;
};

static bool measure_hits(struct level *bench, size_t count, double *usual, double *half) {
    struct timing timing;
    if (count > 0)
        return groups_hits(&bench->groups, level_surely_fit(bench), count, usual, half);
    bool good = sample_chain(bench->units.machine, &bench->units.own[0], &timing);
    *usual = *half = good ? timing.cycles : 0;
    return good;
}

/* Measures a chain once more, since noise only adds.  Returns whether its time became less. */
static bool improve_hits(struct level *bench, struct chain_of_hits *chain) {
    double usual, half, before = chain->usual + chain->half;
    if (!measure_hits(bench, chain->units, &usual, &half))
        return false;
    chain->usual = fmin(chain->usual, usual);
    chain->half = fmin(chain->half, half);
    return chain->usual + chain->half < UNCHANGED * before;
}

/* Measures chains of more and more units that certainly fit, and that the level above no longer
   holds.  Several lengths are needed, since a short timing has an error that depends on how far
   ahead the CPU runs. */
static void find_hits(struct level *bench, struct hits *hits) {
    double above = LEVELS_DIFFER * bench->eviction.above * bench->groups.cycles_per_ns;
    for (size_t i = 0; i <= bench->units.count && hits->count < SIZES; i += i / 4 + 1) {
        struct chain_of_hits chain = {i, NOT_MEASURED, NOT_MEASURED};
        if (improve_hits(bench, &chain) && (i == 0 || chain.usual > above))
            hits->chain[hits->count++] = chain;
    }
}

/* Prints the cost of hits in the second level only, since further levels may have another clock.
   A disturbance may outlast the timing of all chains, so passes are repeated as long as one
   improves any of them. */
static void print_hits(struct level *bench, FILE *out) {
    struct hits hits = {.count = 0};
    bool better = true;
    find_hits(bench, &hits);
    for (size_t pass = 1; pass < PASSES && better; pass++) {
        better = false;
        for (size_t i = 0; i < hits.count; i++)
            better |= improve_hits(bench, &hits.chain[i]);
    }
    fprintf(out, "# section: hits\n# columns: units usual half\n");
    for (size_t i = 0; i < hits.count; i++)
        fprintf(out, "%zu\t%.4f\t%.4f\n", hits.chain[i].units, hits.chain[i].usual,
                hits.chain[i].half);
}

/* ---- all rows ---- */

static void print_replay(struct level *bench, FILE *out) {
    struct replay replay;
    fprintf(out, "# section: visits\n# columns: visit block cycles\n");
    if (replay_run(&replay, &bench->colours))
        for (size_t i = 0; i < replay.visits; i++) {
            double ns = fmax(trace_cost(replay.ns[i]), 0);
            fprintf(out, "%zu\t%zu\t%.4f\n", i + 1, replay.block[i] + 1,
                    ns * bench->groups.cycles_per_ns);
        }
    replay_release(&replay);
}

static void print_all(struct level *bench, const struct level_rows *rows, FILE *out) {
    const struct colours *colours = &bench->colours;
    fprintf(out, "# sweep: l%zu\n# pages: %s\n", bench->level,
            bench->units.pages.huge ? "huge" : "small");
    fprintf(out, "# section: level\n# columns: level colours ways bytes ordered\n");
    fprintf(out, "%zu\t%zu\t%zu\t%zu\t%.3f\n", bench->level, colours->count, colours_ways(colours),
            bench->units.bytes, bench->ordered);
    if (bench->level == 2)
        print_hits(bench, out);
    print_replay(bench, out);
    fprintf(out, "# section: groups\n# columns: colours ways shift cycles low\n");
    for (size_t k = 0; k < rows->count; k++)
        print_row(&rows->row[k], out);
}

/* Rows that have not settled are printed only if no other attempt follows. */
static const char *print_rows(struct level *bench, FILE *out) {
    struct level_rows rows = {.count = 0};
    bool settled = level_rows_measure(&rows, bench);
    const char *why = rows.lost                          ? "no memory for the rows"
                      : !settled && may_try_again(bench) ? "the rows do not settle"
                                                         : NULL;
    if (why == NULL)
        print_all(bench, &rows, out);
    level_rows_free(&rows);
    return why;
}

/* ---- the sweep ---- */

static const char *find_cycle(struct level *bench) {
    struct timing timing;
    if (!sample_chain(bench->units.machine, &bench->units.own[0], &timing))
        return "the clock varies too much";
    bench->groups.cycles_per_ns = timing.cycles / timing.ns;
    return NULL;
}

static bool ways_fit(struct level *bench) {
    return groups_fit(&bench->groups, colours_ways(&bench->colours));
}

/* If strided sequences of units conflict alike all over memory, it is contiguous, and strides
   suffice. */
static bool find_once(struct level *bench, size_t laps) {
    bench->eviction.laps = laps;
    return (strided_find(&bench->colours, &bench->eviction) && ways_fit(bench)) ||
           (verify_find(&bench->groups, laps) && ways_fit(bench));
}

/* Searches again with more laps.  If the first search failed, or found too many ways, the policy
   may evict old contents slowly or only some places of a unit, or noise may have disturbed it. */
static bool find_again(struct level *bench) {
    struct eviction *eviction = &bench->eviction;
    eviction->gone = sqrt(eviction->hit * eviction_out(eviction));
    return find_once(bench, MANY_LAPS) ||
           (eviction_open(eviction, &bench->units, bench->level) && find_once(bench, FEW_LAPS));
}

/* Searches with evictors in between, for an exclusive level that is no larger than the evictors
   for the first level. */
static bool find_between(struct level *bench) {
    return eviction_open_between(&bench->eviction) && verify_find(&bench->groups, FEW_LAPS) &&
           verify_evictors(&bench->colours) && ways_fit(bench);
}

/* Levels behind the second are searched only once, since that takes long. */
static bool find_colours_of(struct level *bench) {
    return find_once(bench, FEW_LAPS) ||
           (bench->level == 2 && (find_again(bench) || find_between(bench)));
}

static const char *find_level(struct level *bench) {
    const char *why = find_cycle(bench);
    if (why == NULL && !find_colours_of(bench))
        why = "which pages have the same colour does not show";
    bench->ordered = why == NULL ? groups_order(&bench->groups) : 0;
    return why;
}

/* Divides memory into units of the smallest page that any system has, or of whole pages. */
static const char *open_bench(struct level *bench, struct machine *machine, bool fine) {
    size_t most = pages_limit(machine), bytes = most < UNITS_BYTES ? most : UNITS_BYTES;
    bench->colours.units = &bench->units;
    bench->colours.eviction = &bench->eviction;
    bench->groups.colours = &bench->colours;
    if (!units_draw(&bench->units, machine, bytes, fine))
        return "no memory for the pages";
    return eviction_open(&bench->eviction, &bench->units, bench->level) ? NULL
                                                                        : NEVER_HERE
               "no such level shows, or it is too large";
}

/* Do other parts of pages evict the beginnings of pages?  They do where a hash of the address gives
   a part of one page the sets of another part of other pages. */
static bool parts_compete(struct level *fine) {
    const struct units *units = &fine->units;
    size_t *begin = fine->colours.alike, *other = fine->colours.visited;
    size_t begins = 0, others = 0, evicted = 0, enough = PARTS_VISITED * fine->eviction.reach;
    double *cost = fine->colours.cost;
    for (size_t i = 0; i < units->count; i++)
        if (units->at[i] % units->pages.page_bytes > 0 && others < enough)
            other[others++] = i;
        else if (units->at[i] % units->pages.page_bytes == 0 && begins < BEGINS)
            begin[begins++] = i;
    if (!eviction_try_all(&fine->eviction, begin, begins, other, others, cost))
        return true;
    for (size_t i = 0; i < begins; i++)
        evicted += cost[i] > fine->eviction.gone;
    return 2 * evicted > begins;
}

/* Returns whether whole pages can be the units.  They are fewer, but may be larger than a way;
   then there are too few colours, or another level shows. */
static bool pages_will_do(struct level *pages, struct level *fine) {
    double one = pages->eviction.hit, other = fine->eviction.hit;
    return one < ALIKE * other && other < ALIKE * one && !parts_compete(fine) &&
           find_level(pages) == NULL && pages->colours.count >= LEAST_COLOURS;
}

static const char *run(struct level *fine, struct level *pages, struct machine *machine,
                       FILE *out) {
    const char *why = open_bench(fine, machine, true);
    bool large = fine->units.pages.page_bytes > fine->units.bytes;
    if (why == NULL && large && fine->eviction.reach >= MANY) {
        const char *pages_why = open_bench(pages, machine, false);
        if (pages_why == NULL && pages_will_do(pages, fine))
            return print_rows(pages, out);
    }
    if (why == NULL)
        why = find_level(fine);
    return why == NULL ? print_rows(fine, out) : why;
}

const char *level_sweep(struct machine *machine, size_t level, FILE *out) {
    const char *why = "no memory for the pages";
    bool again = true;
    for (size_t attempt = 1; again; attempt++) {
        struct level *bench = calloc(2, sizeof *bench);
        if (bench == NULL)
            return why;
        bench[0].level = bench[1].level = level;
        bench[0].attempt = bench[1].attempt = attempt;
        why = run(&bench[0], &bench[1], machine, out);
        again = why != NULL && may_try_again(&bench[0]);
        units_release(&bench[0].units);
        units_release(&bench[1].units);
        free(bench);
    }
    return why;
}
