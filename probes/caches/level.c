/* level.c - a level of cache behind the first: how many pages of one colour fit, and of all.

   X-Ray measures a cache behind the first with strided sequences of physically contiguous memory
   (4.6, Figures 11 and 12), which a virtual machine does not have.  Once the colours of pages are
   known (eviction/colours.h), pages of one colour are places a way apart, and as many pages of each
   colour are a piece of contiguous memory: Theorem 1 holds for them as it does for strides.  So W
   pages of a colour fit and W + 1 do not, three quarters of W of each of the K colours fit
   together, and W + 1 of a colour fit again when the places of some of the last are shifted by a
   whole line (Figure 10).  A few places stand for a page, except in the row of all colours, which
   shows that the level holds so many bytes, or as many as there is room for.  Where places of one
   page compete with other places of other pages, it does not hold so many: there a row for each bit
   of the address within a page shows whether the colour depends on it.

   As in Figure 11, evictors are visited in between, which evict all from the first level.  Finally
   pages of one colour are visited in an order for which replacement policies differ.  Fails where
   the level does not show, or is too large, and where noise hides the colours. */
#include "level.h"
#include "../../analysis/differ.h"
#include "../../analysis/room.h"
#include "../common/sample.h"
#include "../common/shift.h"
#include "../common/spread.h"
#include "../eviction/groups.h"
#include "../eviction/opening.h"
#include "../eviction/strided.h"
#include "../eviction/verify.h"
#include "../machine/pages.h"
#include "replay.h"

#include <math.h>
#include <stdlib.h>

enum {
    ARENA = 64 << 20, /* bytes; a level of a quarter of this would be missed */
    LAYOUTS = 8,      /* colours that a row is measured on, or tries where there are fewer */
    FEW_LAYOUTS = 3,  /* of all colours together */
    MOST_LAYOUTS = 16,
    MOST_TRIES = 64, /* where there is noise */
    MOST_ROWS = 40,
    MANY = 64,         /* units; where the level holds so many, larger ones are tried */
    LEAST_COLOURS = 4, /* of them */
    FEW_WAYS = 3,
    FEW_LAPS = 2, /* before others are timed */
    MANY_LAPS = 8,
    ATTEMPTS = 8, /* of the whole sweep */
    SIZES = 13,   /* of what hits in one chain, the level above's too */
    PASSES = 6    /* over them */
};
/* Two latencies of one level. */
static const double ALIKE = 1.1;
/* How long a whole row of a level behind the second is tried; and how long after the sweep began
   another attempt follows one that failed. */
static const double SHORT_NS = 2e9, ATTEMPTS_NS = 4e9;
/* So much more is not noise; nor is such a share of what one unit too many adds. */
static const double DIFFERENT = 1.3, SURELY = 0.75;
/* Another pass over chains that hit does not change them if it leaves such a share. */
static const double UNCHANGED = 0.995;

struct bench {
    size_t level, attempt; /* of ATTEMPTS */
    struct units units;
    struct eviction eviction;
    struct colours colours;
    struct groups groups;
    double ordered;
};

/* Another thread may disturb a whole attempt, so another one follows if the first did not take
   long; levels behind the second are searched for once. */
static bool may_try_again(const struct bench *bench) {
    return bench->attempt < ATTEMPTS && bench->level == 2 &&
           machine_age_ns(bench->units.machine) <= ATTEMPTS_NS;
}

/* ---- rows ---- */

/* All values of a row: its layouts, or of each colour its tries. */
struct row {
    size_t colours, ways, shift, layouts;
    double *cycles;
};

struct rows {
    struct row row[MOST_ROWS];
    size_t count;
    bool lost; /* one of them: the others would not tell all */
};

static void add_row(struct rows *rows, size_t colours, size_t ways, size_t shift) {
    if (ways == 0)
        return;
    bool room = room_for(ROOM_OF(rows->row), rows->count + 1, 1);
    double *cycles = room ? malloc(colours * MOST_TRIES * sizeof *cycles) : NULL;
    rows->lost = rows->lost || cycles == NULL;
    if (cycles != NULL)
        rows->row[rows->count++] = (struct row){colours, ways, shift, 0, cycles};
}

/* Measures ROW once.  Disturbances last, so the tries of a row are spread over time. */
static void measure_row(struct bench *bench, struct row *row, size_t layout, double *all) {
    if (row->colours == 1) {
        size_t colour = layout % bench->colours.count + 1;
        double cycles = groups_measure(&bench->groups, colour, row->ways, row->shift);
        if (cycles > 0)
            row->cycles[row->layouts++] = cycles;
    } else if (groups_measure_all(&bench->groups, row->ways, row->shift, all)) {
        for (size_t i = 0; i < row->colours; i++)
            row->cycles[i * MOST_TRIES + row->layouts] = all[i];
        row->layouts++;
    }
}

/* Is it the row of all places of most units that the level holds?  It takes long, and another
   thread evicts some of them meanwhile. */
static bool is_whole(const struct row *row) {
    return row->colours > 1 && row->shift == 0;
}

static size_t least_layouts(const struct row *row) {
    return is_whole(row) ? FEW_LAYOUTS : LAYOUTS;
}

/* Of a row of all colours, the spread of the slowest colour. */
static struct spread spread_of_row(const struct row *row) {
    struct spread most = {0, 0, 0};
    for (size_t i = 0; i < row->colours && row->layouts >= least_layouts(row); i++) {
        struct spread spread = spread_of(row->cycles + i * MOST_TRIES, row->layouts);
        most.median = fmax(most.median, spread.median);
        most.low = fmax(most.low, spread.low);
    }
    return most;
}

static void print_row(const struct row *row, FILE *out) {
    struct spread spread = spread_of_row(row);
    if (row->layouts >= least_layouts(row))
        fprintf(out, "%zu\t%zu\t%zu\t%.4f\t%.4f\n", row->colours, row->ways, row->shift,
                spread.median, spread.low);
}

/* Cycles of so many units of one colour at best. */
static double cost_of_units(const struct rows *rows, size_t units) {
    for (size_t i = 0; i < rows->count; i++)
        if (rows->row[i].colours == 1 && rows->row[i].ways == units && rows->row[i].shift == 0)
            return spread_of_row(&rows->row[i]).low;
    return 0;
}

/* Cycles of as many units of a colour as fit at best, of one more, and of far too many. */
struct ends {
    double fits, misses, many;
};

/* Is the median of a shifted row surely a hit or surely a miss?  The line follows from what most
   layouts show. */
static bool is_shift_settled(const struct row *row, const struct ends *ends) {
    double median = spread_of_row(row).median, rise = ends->misses - ends->fits;
    return median <= ends->fits + rise * (1 - SURELY) || median >= ends->fits + rise * SURELY;
}

/* The most cycles of a ROW that fits: like a HIT, and less than half a miss in a lap more. */
static double most_of_fitting(const struct row *row, const struct ends *ends, double hit) {
    double alike = HITS_ALIKE * hit;
    if (row->colours != 1 || !(ends->many > hit))
        return alike;
    return fmin(alike, hit + (ends->many - hit) / (double)row->ways / 2);
}

/* The least cycles of a row that surely misses.  Where a miss adds little, the row of one unit too
   many shows how little. */
static double least_of_missing(const struct ends *ends, double hit) {
    double rise = fmax(ends->misses - hit, 0);
    return fmin(DIFFERENT * hit, hit + rise * SURELY);
}

/* Does ROW surely fit, or surely miss, at its best?  Noise only adds.  A whole row misses by noise,
   or because two colours are one: it never settles that it misses. */
static bool is_settled(const struct rows *rows, const struct row *row, const struct ends *ends) {
    double low = spread_of_row(row).low, hit = spread_of_row(&rows->row[0]).median;
    if (is_whole(row))
        return !(hit > 0) || low <= HITS_ALIKE * hit;
    if (low >= least_of_missing(ends, hit))
        return true;
    bool shifted = row->colours == 1 && row->shift > 0;
    return shifted ? is_shift_settled(row, ends) : low <= most_of_fitting(row, ends, hit);
}

/* Adds rows of WAYS units, some shifted by a power of two or thrice one, up to MOST bytes, and by a
   word less. */
static void add_shifts(struct rows *rows, size_t ways, size_t most) {
    const size_t word = sizeof(void *);
    for (size_t shift = 2 * word; shift <= most; shift = shift_next(shift)) {
        if (!shift_is_near(shift))
            add_row(rows, 1, ways, shift - word);
        add_row(rows, 1, ways, shift);
    }
}

/* Three quarters of the ways. */
static size_t surely_fit(const struct bench *bench) {
    size_t ways = colours_ways(&bench->colours);
    return ways > FEW_WAYS ? ways * 3 / 4 : ways;
}

/* Adds a row of all places of three quarters of all that fits.  Where places of a page compete with
   others: rows of a few places, and of others that differ from them in one bit of their address. */
static void add_together(const struct bench *bench, struct rows *rows) {
    size_t colours = bench->colours.count, some = surely_fit(bench);
    if (!bench->eviction.parted)
        add_row(rows, colours, some, 0);
    else
        for (size_t bit = 2 * sizeof(void *); bit < bench->units.spacing; bit *= 2)
            add_row(rows, colours, some, bit);
}

static void plan_rows(const struct bench *bench, struct rows *rows) {
    size_t ways = colours_ways(&bench->colours);
    if (ways > 2)
        add_row(rows, 1, 1, 0);
    if (ways > 1)
        add_row(rows, 1, ways - 1, 0);
    add_row(rows, 1, ways, 0);
    add_row(rows, 1, ways + 1, 0);
    add_shifts(rows, ways + 1, bench->units.block / TIMED);
    add_row(rows, 1, ways + 2, 0);
    if (ways > 1)
        add_row(rows, 1, colours_most_units(&bench->colours), 0);
    if (bench->colours.count > 1)
        add_together(bench, rows);
}

/* ---- hits in one chain ---- */

struct hits {
    struct chain_of_hits {
        size_t units;       /* 0: one, in the level above */
        double usual, half; /* cycles of a load: of the usual places of each, and of half of them */
    } chain[SIZES];
    size_t count;
};

static bool measure_hits(struct bench *bench, size_t count, double *usual, double *half) {
    struct timing timing;
    if (count > 0)
        return groups_hits(&bench->groups, surely_fit(bench), count, usual, half);
    bool good = sample_chain(bench->units.machine, &bench->units.own[0], &timing);
    *usual = *half = good ? timing.cycles : 0;
    return good;
}

/* Measures a chain once more, since noise only adds.  Returns whether that took something off. */
static bool improve_hits(struct bench *bench, struct chain_of_hits *chain) {
    double usual, half, before = chain->usual + chain->half;
    if (!measure_hits(bench, chain->units, &usual, &half))
        return false;
    chain->usual = fmin(chain->usual, usual);
    chain->half = fmin(chain->half, half);
    return chain->usual + chain->half < UNCHANGED * before;
}

/* Measures chains of more and more units that surely fit, from where the level above no longer
   holds them: a short timing is off by how far a CPU runs ahead. */
static void find_hits(struct bench *bench, struct hits *hits) {
    double above = LEVELS_DIFFER * bench->eviction.above * bench->groups.cycles_per_ns;
    for (size_t i = 0; i <= bench->units.count && hits->count < SIZES; i += i / 4 + 1) {
        struct chain_of_hits chain = {i, HUGE_VAL, HUGE_VAL};
        if (improve_hits(bench, &chain) && (i == 0 || chain.usual > above))
            hits->chain[hits->count++] = chain;
    }
}

/* Prints what hits cost, of the second level only, since others need not run on the core's clock.
   A disturbance lasts longer than the timing of a chain and spoils all: so passes follow as long as
   they improve any. */
static void print_hits(struct bench *bench, FILE *out) {
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

static void print_replay(struct bench *bench, FILE *out) {
    struct replay replay;
    fprintf(out, "# section: visits\n# columns: visit block cycles\n");
    if (replay_run(&replay, &bench->colours))
        for (size_t i = 0; i < replay.visits; i++)
            fprintf(out, "%zu\t%zu\t%.4f\n", i + 1, replay.block[i] + 1,
                    replay.ns[i] * bench->groups.cycles_per_ns);
    replay_release(&replay);
}

static struct ends ends_of(const struct bench *bench, const struct rows *rows) {
    size_t ways = colours_ways(&bench->colours);
    return (struct ends){cost_of_units(rows, ways), cost_of_units(rows, ways + 1),
                         cost_of_units(rows, colours_most_units(&bench->colours))};
}

/* How often ROW is tried, settled or not: once for each colour. */
static size_t least_tries(const struct bench *bench, const struct row *row) {
    size_t colours = bench->colours.count;
    if (row->colours > 1 || colours < LAYOUTS)
        return LAYOUTS;
    return colours < MOST_LAYOUTS ? colours : MOST_LAYOUTS;
}

/* Is ROW measured at this TRY?  Whole rows are left out of the first ones; behind the second level
   they take too long for many. */
static bool is_due(const struct bench *bench, const struct rows *rows, const struct row *row,
                   const struct ends *ends, size_t try) {
    size_t least = least_tries(bench, row), first = is_whole(row) ? least - FEW_LAYOUTS : 0;
    if (try < least)
        return try >= first;
    bool late =
        bench->level > 2 && is_whole(row) && machine_age_ns(bench->units.machine) > SHORT_NS;
    return !late && !is_settled(rows, row, ends);
}

/* Measures the rows that are due at this TRY, with room for a value of each colour in ALL.  Returns
   how many they were. */
static size_t measure_due(struct bench *bench, struct rows *rows, size_t try, double *all) {
    struct ends ends = ends_of(bench, rows);
    size_t measured = 0;
    for (size_t k = 0; k < rows->count; k++)
        if (is_due(bench, rows, &rows->row[k], &ends, try)) {
            measure_row(bench, &rows->row[k], try, all);
            measured++;
        }
    return measured;
}

static void print_all(struct bench *bench, const struct rows *rows, FILE *out) {
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

/* Rows that do not settle are printed where no other attempt follows. */
static const char *print_rows(struct bench *bench, FILE *out) {
    struct rows rows = {.count = 0};
    double *all = malloc(bench->colours.count * sizeof *all);
    const char *why = NULL;
    size_t tries = 0;
    plan_rows(bench, &rows);
    if (all == NULL || rows.lost)
        why = "no memory for the rows";
    while (why == NULL && tries < MOST_TRIES && measure_due(bench, &rows, tries, all) > 0)
        tries++;
    if (tries == MOST_TRIES && may_try_again(bench))
        why = "the rows do not settle";
    if (why == NULL)
        print_all(bench, &rows, out);
    for (size_t k = 0; k < rows.count; k++)
        free(rows.row[k].cycles);
    free(all);
    return why;
}

/* ---- the sweep ---- */

static const char *find_cycle(struct bench *bench) {
    struct timing timing;
    if (!sample_chain(bench->units.machine, &bench->units.own[0], &timing))
        return "the clock varies too much";
    bench->groups.cycles_per_ns = timing.cycles / timing.ns;
    return NULL;
}

static bool ways_fit(struct bench *bench) {
    return groups_fit(&bench->groups, colours_ways(&bench->colours));
}

/* Memory is contiguous where strided sequences of units conflict alike all over it: then strides
   suffice. */
static bool find_once(struct bench *bench, size_t laps) {
    bench->eviction.laps = laps;
    return (strided_find(&bench->colours, &bench->eviction) && ways_fit(bench)) ||
           (verify_find(&bench->groups, laps) && ways_fit(bench));
}

/* Where that fails, or more units seem to fit than do, the policy may evict old contents slowly, or
   noise may have disturbed the first measurements. */
static bool find_again(struct bench *bench) {
    eviction_lower(&bench->eviction);
    return find_once(bench, MANY_LAPS) ||
           (eviction_open(&bench->eviction, &bench->units, bench->level) &&
            find_once(bench, FEW_LAPS));
}

/* Or the level is exclusive, and no larger than the evictors for the first one. */
static bool find_between(struct bench *bench) {
    return eviction_open_between(&bench->eviction) && verify_find(&bench->groups, FEW_LAPS) &&
           verify_evictors(&bench->colours) && ways_fit(bench);
}

/* Levels behind the second are searched for once: it takes long. */
static bool find_colours_of(struct bench *bench) {
    return find_once(bench, FEW_LAPS) ||
           (bench->level == 2 && (find_again(bench) || find_between(bench)));
}

static const char *find_level(struct bench *bench) {
    const char *why = find_cycle(bench);
    if (why == NULL && !find_colours_of(bench))
        why = "which pages have the same colour does not show";
    bench->ordered = why == NULL ? groups_order(&bench->groups) : 0;
    return why;
}

static void close_bench(struct bench *bench) {
    groups_close(&bench->groups);
    colours_close(&bench->colours);
    units_release(&bench->units);
}

/* Units of the smallest size that any system has, or whole pages. */
static const char *open_bench(struct bench *bench, struct machine *machine, bool fine) {
    size_t most = pages_limit(machine), bytes = most < ARENA ? most : ARENA;
    if (!units_draw(&bench->units, machine, bytes, fine))
        return "no memory for the pages";
    if (!colours_open(&bench->colours, &bench->units, &bench->eviction) ||
        !groups_open(&bench->groups, &bench->colours))
        return "no memory for the readings";
    return eviction_open(&bench->eviction, &bench->units, bench->level) ? NULL
                                                                        : NEVER_HERE
               "no such level shows, or it is too large";
}

/* Can whole pages be the units?  They are fewer, but may be larger than a way: then they have too
   few colours, or another level shows. */
static bool pages_will_do(struct bench *pages, const struct bench *fine) {
    double one = pages->eviction.hit, other = fine->eviction.hit;
    return one < ALIKE * other && other < ALIKE * one && find_level(pages) == NULL &&
           pages->colours.count >= LEAST_COLOURS;
}

static const char *run(struct bench *fine, struct bench *pages, struct machine *machine,
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
    struct bench *bench = calloc(2, sizeof *bench);
    bool again = bench != NULL;
    for (size_t attempt = 1; again; attempt++) {
        bench[0] = bench[1] = (struct bench){.level = level, .attempt = attempt};
        why = run(&bench[0], &bench[1], machine, out);
        again = why != NULL && may_try_again(&bench[0]);
        close_bench(&bench[0]);
        close_bench(&bench[1]);
    }
    free(bench);
    return why;
}
