/* l2.c - the sweep of the second data cache: how many pages of one colour fit, and of all.

   X-Ray measures a cache behind the first by strided sequences of physically contiguous memory
   (4.6, Figures 11 and 12), which a virtual machine does not have.  But once it is known which
   pages have the same colour (pages/colours.h), pages of one colour are places a way apart, and
   as many pages of each colour are a piece of contiguous memory: Theorem 1 holds for them as it
   holds for strides.  So W pages of a colour fit and W + 1 do not, W of each of the K colours fit
   together and W + 1 of each do not, and W + 1 of a colour fit again when the places of the last
   are shifted by a whole line (Figure 10).

   As in Figure 11 others are visited between, which push everything out of the first level.  At
   last pages of one colour are visited in an order in which replacement policies part. */
#include "harness/probe.h"
#include "harness/sample.h"
#include "harness/shift.h"
#include "harness/spread.h"
#include "pages/replay.h"
#include "pages/strided.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    ARENA = 64 << 20, /* bytes; a second level of a quarter of this would be missed */
    LAYOUTS = 8,      /* colours that a row is measured on, or tries where there are fewer */
    MOST_LAYOUTS = 16,
    MOST_TRIES = 64, /* where there is noise */
    MOST_ROWS = 32,
    FIT_TRIES = 64,
    MANY = 64,         /* units; where the level holds so many, larger ones are tried */
    LEAST_COLOURS = 4, /* of them */
    FEW_LAPS = 2,      /* before others are timed */
    MANY_LAPS = 8,
    SETTLE = 40,  /* laps until what was there before has given way */
    VISITS = 400, /* timed, of each row and layout */
    LEAST_LAPS = 10
};
/* Readings that are kept: the others were interrupted. */
static const double KEPT = 0.9;
/* Of one unit's misses in each lap: less is disturbance. */
static const double ONE_MISS = 0.75;
/* Two latencies of one level. */
static const double ALIKE = 1.1;
/* So much more is no noise. */
static const double DIFFERENT = 1.3;

struct bench {
    struct units units;
    struct eviction eviction;
    struct colours colours;
    double cycles_per_ns, ordered;
    size_t *unit, *member;
    double *reading;
};

/* ---- one layout of one row ---- */

/* The mean of those that were not interrupted. */
static double mean_of_kept(double *reading, size_t count) {
    size_t kept = (size_t)ceil((double)count * KEPT);
    double sum = 0;
    qsort(reading, count, sizeof *reading, spread_compare);
    for (size_t i = 0; i < kept; i++)
        sum += reading[i];
    return sum / (double)kept;
}

/* Visits what is gathered lap by lap, and times the first TIMED units in each.  Cycles of a load,
   for each GROUP of them, in turn. */
static void measure_laps(struct bench *bench, size_t timed, size_t group, double *cycles) {
    struct units *units = &bench->units;
    size_t laps = VISITS / timed > LEAST_LAPS ? VISITS / timed : LEAST_LAPS;
    units_walk(units, SETTLE);
    for (size_t lap = 0; lap < laps; lap++) {
        units_walk(units, 1);
        for (size_t i = 0; i < timed; i++) /* a group's readings stand side by side */
            bench->reading[(i / group * laps + lap) * group + i % group] =
                units_time(units, bench->unit[i]);
    }
    for (size_t i = 0; i * group < timed; i++)
        cycles[i] =
            mean_of_kept(bench->reading + i * laps * group, laps * group) * bench->cycles_per_ns;
}

/* Adds WANTED units of other colours, no more of each colour than half of what fits. */
static size_t add_washers(struct bench *bench, size_t count, size_t colour, size_t wanted) {
    const struct colours *colours = &bench->colours;
    size_t each = colours_ways(colours) / 2 + 1, added = 0;
    for (size_t other = 1; other <= colours->count; other++) {
        size_t members = other != colour ? colours_members(colours, other, bench->member, each) : 0;
        for (size_t i = 0; i < members && added < wanted; i++, added++)
            bench->unit[count++] = bench->member[i];
    }
    return count;
}

/* WAYS units of COLOUR, the last shifted, and so many others that the first level keeps nothing of
   them, wherever it is shifted to.  0 where there are not so many, or it keeps something. */
static double measure_colour(struct bench *bench, size_t colour, size_t ways, size_t shift) {
    size_t count = colours_members(&bench->colours, colour, bench->unit, ways);
    size_t washers = bench->eviction.washers * (shift > 0 ? 2 : 1), timed = ways - (shift > 0);
    double cycles;
    if (count < ways)
        return 0;
    count = add_washers(bench, count, colour, washers);
    if (count < ways + bench->eviction.washers && (shift > 0 || ways <= washers))
        return 0;
    if (!units_gather_shifted(&bench->units, bench->unit, count, ways - 1, shift))
        return 0;
    measure_laps(bench, timed, timed, &cycles);
    return eviction_stayed(&bench->eviction, cycles / bench->cycles_per_ns) ? 0 : cycles;
}

/* WAYS units of each colour: cycles for each of them.  Returns false where there are not so many.
 */
static bool measure_all(struct bench *bench, size_t ways, double *cycles) {
    size_t count = 0;
    for (size_t colour = 1; colour <= bench->colours.count; colour++) {
        size_t members = colours_members(&bench->colours, colour, bench->unit + count, ways);
        if (members < ways)
            return false;
        count += members;
    }
    if (!units_gather(&bench->units, bench->unit, count))
        return false;
    measure_laps(bench, count, ways, cycles);
    return true;
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
};

static void add_row(struct rows *rows, size_t colours, size_t ways, size_t shift) {
    struct row *row = &rows->row[rows->count];
    *row = (struct row){colours, ways, shift, 0, malloc(colours * MOST_TRIES * sizeof(double))};
    if (row->cycles != NULL && ways > 0)
        rows->count++;
}

/* Disturbances last: so each row is measured now and again, and not all of one at once. */
static void measure_row(struct bench *bench, struct row *row, size_t layout, double *all) {
    if (row->colours == 1) {
        size_t colour = layout % bench->colours.count + 1;
        double cycles = measure_colour(bench, colour, row->ways, row->shift);
        if (cycles > 0)
            row->cycles[row->layouts++] = cycles;
    } else if (measure_all(bench, row->ways, all)) {
        for (size_t i = 0; i < row->colours; i++)
            row->cycles[i * MOST_TRIES + row->layouts] = all[i];
        row->layouts++;
    }
}

/* Of all colours together that which costs most. */
static struct spread spread_of_row(const struct row *row) {
    struct spread most = {0, 0, 0};
    for (size_t i = 0; i < row->colours && row->layouts >= LAYOUTS; i++) {
        struct spread spread = spread_of(row->cycles + i * MOST_TRIES, row->layouts);
        most.median = fmax(most.median, spread.median);
        most.low = fmax(most.low, spread.low);
    }
    return most;
}

static void print_row(const struct bench *bench, const struct row *row, FILE *out) {
    struct spread spread = spread_of_row(row);
    if (row->layouts >= LAYOUTS)
        fprintf(out, "%zu\t%zu\t%zu\t%zu\t%.4f\t%.4f\t%.2f\t%zu\n", row->colours, row->ways,
                row->shift, bench->units.bytes, spread.median, spread.low, bench->ordered,
                colours_ways(&bench->colours));
}

/* Noise only adds: do all rows show either that they fit, as the first does, or that they do not?
 */
static bool settled(const struct rows *rows) {
    double hit = rows->count > 0 ? spread_of_row(&rows->row[0]).low : 0;
    for (size_t i = 1; i < rows->count; i++) {
        double low = spread_of_row(&rows->row[i]).low;
        if (low > ALIKE * hit && low < DIFFERENT * hit)
            return false;
    }
    return true;
}

/* Do two colours hold WAYS units each without missing as often as they must if these were too
   many?  Half as many surely hit. */
static bool fit(struct bench *bench, size_t ways) {
    double hit = measure_colour(bench, 1, (ways + 1) / 2, 0);
    double step = 2 * (bench->eviction.gone - bench->eviction.hit) * bench->cycles_per_ns;
    size_t good = 0;
    for (size_t i = 0; i < FIT_TRIES && good < 2; i++) {
        double cycles = measure_colour(bench, i % bench->colours.count + 1, ways, 0);
        good += cycles > 0 && cycles < hit + ONE_MISS * step / (double)ways;
    }
    return good >= 2;
}

/* The last of so many WAYS shifted by a power of two or thrice one, up to MOST bytes, and by a word
   less. */
static void add_shifts(struct rows *rows, size_t ways, size_t most) {
    const size_t word = sizeof(void *);
    for (size_t shift = 2 * word; shift <= most; shift = shift_next(shift)) {
        if (!shift_is_near(shift))
            add_row(rows, 1, ways, shift - word);
        add_row(rows, 1, ways, shift);
    }
}

static void plan_rows(struct bench *bench, struct rows *rows) {
    size_t ways = colours_ways(&bench->colours), colours = bench->colours.count;
    if (ways > 2)
        add_row(rows, 1, 1, 0);
    if (ways > 1)
        add_row(rows, 1, ways - 1, 0);
    add_row(rows, 1, ways, 0);
    add_row(rows, 1, ways + 1, 0);
    add_shifts(rows, ways + 1, bench->units.block / TIMED / 2);
    add_row(rows, 1, ways + 2, 0);
    add_row(rows, 1, ways + ways / 2 + 2, 0);
    if (colours > 1)
        add_row(rows, colours, ways > 2 ? ways - 1 : ways, 0);
}

/* Rows of no colours: a trace's visits, `ways` is the number of each and `shift` its block. */
static void print_replay(struct bench *bench, FILE *out) {
    struct replay replay;
    if (replay_run(&replay, &bench->colours))
        for (size_t i = 0; i < replay.visits; i++) {
            double cycles = replay.ns[i] * bench->cycles_per_ns;
            fprintf(out, "0\t%zu\t%zu\t%zu\t%.4f\t%.4f\t%.2f\t%zu\n", i + 1, replay.block[i],
                    bench->units.bytes, cycles, cycles, bench->ordered,
                    colours_ways(&bench->colours));
        }
    replay_release(&replay);
}

static void print_rows(struct bench *bench, FILE *out) {
    struct rows rows = {.count = 0};
    size_t count = bench->colours.count, layouts = count < LAYOUTS ? LAYOUTS : count;
    double *all = malloc(count * sizeof *all);
    plan_rows(bench, &rows);
    layouts = layouts < MOST_LAYOUTS ? layouts : MOST_LAYOUTS;
    for (size_t i = 0; i < MOST_TRIES && all != NULL && (i < layouts || !settled(&rows)); i++)
        for (size_t k = 0; k < rows.count; k++)
            measure_row(bench, &rows.row[k], i, all);
    fprintf(out,
            "# sweep: l2\n# pages: %s\n# columns: colours ways shift bytes cycles low ordered "
            "fits\n",
            bench->units.pages.huge ? "huge" : "small");
    print_replay(bench, out);
    for (size_t k = 0; k < rows.count; k++) {
        print_row(bench, &rows.row[k], out);
        free(rows.row[k].cycles);
    }
    free(all);
}

/* The share of pages that lie a multiple of all colours from the next of their own. */
static double find_order(struct bench *bench) {
    const struct colours *colours = &bench->colours;
    size_t apart = colours->count * bench->units.bytes, ordered = 0, pairs = 0;
    for (size_t colour = 1; colour <= colours->count; colour++) {
        size_t members = colours_members(colours, colour, bench->member, colours->next);
        for (size_t i = 1; i < members; i++, pairs++) {
            size_t one = bench->units.at[bench->member[i - 1]];
            size_t other = bench->units.at[bench->member[i]];
            ordered += (one > other ? one - other : other - one) % apart == 0;
        }
    }
    return pairs > 0 ? (double)ordered / (double)pairs : 0;
}

/* ---- the sweep ---- */

static const char *find_cycle(struct bench *bench) {
    struct timing timing;
    if (!sample_chain(bench->units.machine, &bench->units.own[0], &timing))
        return "the clock varies too much";
    bench->cycles_per_ns = timing.cycles / timing.ns;
    return NULL;
}

static const char *allocate(struct bench *bench) {
    size_t count = bench->units.count;
    bench->unit = malloc(2 * count * sizeof *bench->unit);
    bench->member = malloc(count * sizeof *bench->member);
    bench->reading = malloc((VISITS + LEAST_LAPS * 2 * count) * sizeof *bench->reading);
    return bench->unit != NULL && bench->member != NULL && bench->reading != NULL &&
                   colours_open(&bench->colours, &bench->units, &bench->eviction)
               ? NULL
               : "no memory for the readings";
}

/* A test of contiguity picks the method: where strided sequences of units conflict alike all over
   memory they are in order, and strides will do. */
static bool find_once(struct bench *bench, size_t laps) {
    bench->eviction.laps = laps;
    return (strided_find(&bench->colours, &bench->eviction) ||
            colours_find(&bench->colours, laps)) &&
           fit(bench, colours_ways(&bench->colours));
}

/* Where that fails, or more seem to fit than do, replacement may forget slowly, or the level may
   have been timed in a bad moment. */
static bool find_again(struct bench *bench) {
    if (find_once(bench, FEW_LAPS))
        return true;
    eviction_lower(&bench->eviction);
    return find_once(bench, MANY_LAPS) ||
           (eviction_open(&bench->eviction, &bench->units) && find_once(bench, FEW_LAPS));
}

static const char *find_colours(struct bench *bench) {
    const char *why = find_cycle(bench);
    if (why == NULL && !find_again(bench))
        why = "which pages have the same colour does not show";
    bench->ordered = why == NULL ? find_order(bench) : 0;
    return why;
}

static void close_bench(struct bench *bench) {
    colours_close(&bench->colours);
    units_release(&bench->units);
    free(bench->unit);
    free(bench->member);
    free(bench->reading);
}

/* Units of the smallest size that any system has, or whole pages. */
static const char *open_bench(struct bench *bench, struct machine *machine, bool fine) {
    size_t most = pages_limit(machine), bytes = most < ARENA ? most : ARENA;
    memset(bench, 0, sizeof *bench);
    if (!units_draw(&bench->units, machine, bytes, fine))
        return "no memory for the pages";
    const char *why = allocate(bench);
    if (why == NULL && !eviction_open(&bench->eviction, &bench->units))
        why = "no second level shows";
    return why;
}

/* Whole pages are fewer, but may be larger than a way: then they have too few colours, or another
   level shows. */
static bool pages_will_do(struct bench *pages, const struct bench *fine) {
    double one = pages->eviction.hit, other = fine->eviction.hit;
    return one < ALIKE * other && other < ALIKE * one && find_colours(pages) == NULL &&
           pages->colours.count >= LEAST_COLOURS;
}

static const char *run(struct bench *fine, struct bench *pages, struct machine *machine,
                       FILE *out) {
    const char *why = open_bench(fine, machine, true);
    bool large = fine->units.pages.page_bytes > fine->units.bytes;
    if (why == NULL && large && fine->eviction.reach >= MANY) {
        const char *pages_why = open_bench(pages, machine, false);
        if (pages_why == NULL && pages_will_do(pages, fine)) {
            print_rows(pages, out);
            return NULL;
        }
    }
    if (why == NULL)
        why = find_colours(fine);
    if (why == NULL)
        print_rows(fine, out);
    return why;
}

sweep sweep_l2;

const char *sweep_l2(struct machine *machine, FILE *out) {
    const char *why = "no memory for the pages";
    struct bench *bench = calloc(2, sizeof *bench);
    if (bench == NULL)
        return why;
    why = run(&bench[0], &bench[1], machine, out);
    close_bench(&bench[0]);
    close_bench(&bench[1]);
    free(bench);
    return why;
}
