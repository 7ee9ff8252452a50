/* stores.c - measures whether a store allocates its line, and whether lines are written back.

   Groups of a few lines are read, or evicted from every level and read, or evicted and written
   once; then so many other bytes are visited, which evict them from the nearer levels; then a
   load of the group is timed: kinds `held`, `away` and `stored` of the section `groups`, in ns.  Or
   the group is read, others are visited, and then it is written again and again: kind `written`.
   And sets of so many bytes are written again and again, or read by independent loads: kinds
   `stores` and `loads` of the section `sets`.  `written`, `stores` and `loads` are in cycles.  The
   section `clock` has the error of one timing of a group due to the clock's step, in ns of a load.
 */
#include "../../analysis/differ.h"
#include "../common/order.h"
#include "../common/spread.h"
#include "../machine/pages.h"
#include "../machine/sweep.h"

#include <math.h>

/* In alphabetical order, as the table has them. */
enum kind { AWAY, HELD, STORED, WRITTEN, LOADS, STORES, KINDS };
static const char *const WORD[KINDS] = {"away", "held", "stored", "written", "loads", "stores"};
enum {
    GROUP = 4096,  /* bytes of a group: no first level has less */
    PLACES = 32,   /* places of a group */
    SPACING = 128, /* bytes between places, and between the bytes visited, so that all compete for
                      the same sets */
    LAYOUTS = 5,   /* layouts of a row */
    EACH = 3, /* times each group is timed if it can be flushed, since the clock may be coarse */
    NEAR = 768 << 10, /* bytes visited; after more, a load takes so long that one timing suffices */
    EVICTIONS = 12, /* rows of groups, after visits to SPACING bytes, or to LEAST and its doubles */
    LEAST = 6 << 10, /* bytes: three quarters of the usual size of a level, so that each row fits a
                        level or overflows it */
    EVICTORS = LEAST << (EVICTIONS - 2),
    OUTS = 3, /* rows evicted from every level after which further rows show nothing */
    GROUPS = 2 * LAYOUTS * EVICTIONS,
    FAR = 16 << 20, /* bytes that evict everything if lines cannot be flushed */
    SAMPLES = 3,
    ROUNDS = 3, /* rounds of samples of each set, since a disturbance may outlast one */
    TRIES = 5,
    SIDE = 24,            /* chains side by side */
    SMALLEST = LEAST / 4, /* bytes of the smallest set; each further one is twice as large */
    LARGEST = 12 << 20,
    DENSE = 768 << 10, /* bytes; up to these all lines of a set are used, beyond only some */
    MOST_PLACES = (LARGEST > FAR ? LARGEST : FAR) / SPACING,
    LEAST_STORES = 4096, /* stores of a sample */
    STEPS_OF_THE_CLOCK = 200,
    MOST_LAPS = 1 << 16
};

struct bench {
    struct machine *machine;
    struct dice dice;
    struct pages groups, evictors, far;
    bool flushes;
    size_t order[MOST_PLACES];
    struct chain chain[SIDE];
    size_t group_order[GROUPS][PLACES];
    struct chain group[GROUPS];
    size_t used; /* groups */
};

/* ---- laps ---- */

/* Samples LAPS laps of stores to the first chain, or of loads of all chains. */
static bool sample_work(struct bench *bench, enum kind kind, struct chain *chain, size_t chains,
                        size_t laps, struct timing *timing) {
    return kind == LOADS
               ? chain_sample_all(bench->machine, chain, chains, laps * chain->count, timing)
               : chain_store(bench->machine, chain, laps, timing);
}

/* Returns the laps that the clock times well, if one takes LAP_NS. */
static size_t enough_laps(const struct bench *bench, double places, double lap_ns) {
    double long_ns = STEPS_OF_THE_CLOCK * machine_resolution_ns(bench->machine);
    double laps = lap_ns > 0 ? ceil(fmax(LEAST_STORES / places, long_ns / lap_ns)) : 1;
    return (size_t)fmin(laps, MOST_LAPS);
}

/* Returns the cycles of the fastest of a few samples.  An earlier lap, which does not count,
   shows how long a lap takes. */
static double measure_laps(struct bench *bench, enum kind kind, struct chain *chain,
                           size_t chains) {
    struct timing timing = {0, 0};
    double least = NOT_MEASURED,
           places = (double)chain->count * (double)(kind == LOADS ? chains : 1);
    sample_work(bench, kind, chain, chains, 1, &timing);
    size_t laps = enough_laps(bench, places, timing.ns * places);
    for (size_t i = 0, good = 0; i < TRIES && good < 2; i++)
        if (sample_work(bench, kind, chain, chains, laps, &timing)) {
            least = fmin(least, timing.cycles);
            good++;
        }
    return least;
}

/* ---- groups ---- */

static void link_groups(struct bench *bench) {
    for (size_t i = 0; i < GROUPS; i++) {
        size_t *order = bench->group_order[i];
        order_spaced(&bench->dice, order, PLACES, i * GROUP, SPACING);
        chain_link(bench->machine, &bench->group[i], &bench->groups, order, PLACES);
    }
}

/* Draws BYTES, but at most this PART of the memory that a sweep may hold. */
static bool draw(struct bench *bench, struct pages *pages, size_t bytes, size_t part) {
    size_t most = pages_limit(bench->machine) / part;
    return pages_draw(bench->machine, pages, bytes < most ? bytes : most, PAGES_HUGE);
}

/* If lines cannot be flushed, all groups are evicted before the first is used. */
static bool evict_all(struct bench *bench) {
    struct chain *chain = &bench->chain[0];
    if (!draw(bench, &bench->far, FAR, 2))
        return false;
    size_t count = bench->far.bytes / SPACING;
    order_blocks(&bench->dice, bench->order, count, SPACING, GROUP);
    chain_link(bench->machine, chain, &bench->far, bench->order, count);
    chain_walk(bench->machine, chain, count);
    return true;
}

/* Returns GROUP again, or another one if it is NULL. */
static struct chain *fresh_group(struct bench *bench, struct chain *group) {
    if (group == NULL)
        group = &bench->group[bench->used++];
    if (bench->flushes)
        chain_flush(bench->machine, group);
    return group;
}

/* Returns the ns of a load of GROUP.  A first load, untimed, brings back the translation of the
   address. */
static double time_group(struct bench *bench, struct chain *group) {
    chain_walk(bench->machine, group, 1);
    return chain_burst(bench->machine, group, PLACES - 1) / (PLACES - 1);
}

static void evict_near(struct bench *bench) {
    chain_walk(bench->machine, &bench->chain[0], bench->chain[0].count);
}

/* ---- the table ---- */

struct row {
    enum kind kind;
    size_t bytes, count;
    double cost[ROUNDS * SAMPLES];
};

static void print_row(struct row *row, FILE *out) {
    if (row->count < SAMPLES)
        return;
    struct spread spread = spread_of(row->cost, row->count);
    fprintf(out, "%s\t%zu\t%.4f\t%.4f\t%.4f\n", WORD[row->kind], row->bytes, fmax(spread.median, 0),
            fmax(spread.low, 0), fmax(spread.high, 0));
}

static void add_cost(struct row *row, enum kind kind, size_t bytes, double cost) {
    row->kind = kind;
    row->bytes = bytes;
    if (is_measured(cost))
        row->cost[row->count++] = cost;
}

/* ---- do stores allocate? ---- */

/* The ns of a load of GROUP after it was read or, if STORED, written once. */
static double time_evicted(struct bench *bench, struct chain *group, bool stored) {
    if (stored)
        chain_write(bench->machine, group);
    else
        chain_walk(bench->machine, group, 2 * PLACES);
    evict_near(bench);
    return time_group(bench, group);
}

/* Layouts are not averaged, since each has another part of its lines in each level. */
static void measure_layout(struct bench *bench, struct row *row, size_t bytes) {
    struct chain *read = NULL, *stored = NULL;
    double cost[WRITTEN] = {0};
    size_t each = bench->flushes && bytes <= NEAR ? EACH : 1;
    for (size_t k = 0; k < each; k++) {
        read = fresh_group(bench, read);
        cost[AWAY] += time_group(bench, read) / (double)each;
        cost[HELD] += time_evicted(bench, read, false) / (double)each;
        stored = fresh_group(bench, stored);
        cost[STORED] += time_evicted(bench, stored, true) / (double)each;
    }
    for (enum kind kind = AWAY; kind < WRITTEN; kind++)
        add_cost(&row[kind], kind, bytes, cost[kind]);
}

static void measure_groups(struct bench *bench, struct row *row, size_t bytes) {
    size_t count = bytes / SPACING, first = bench->used;
    order_blocks(&bench->dice, bench->order, count, SPACING, GROUP);
    chain_link(bench->machine, &bench->chain[0], &bench->evictors, bench->order, count);
    for (size_t i = 0; i < LAYOUTS; i++)
        measure_layout(bench, row, bytes);
    for (size_t i = 0; i < LAYOUTS && bytes <= NEAR; i++) {
        struct chain *group = &bench->group[first + i * (bench->used - first) / LAYOUTS];
        chain_walk(bench->machine, group, 2 * PLACES);
        evict_near(bench);
        add_cost(&row[WRITTEN], WRITTEN, bytes, measure_laps(bench, WRITTEN, group, 1));
    }
}

/* Returns whether the groups cost as much as those that were evicted from every level. */
static bool all_out(struct row *row) {
    struct row *held = &row[HELD], *away = &row[AWAY];
    return LEVELS_DIFFER * spread_of(held->cost, held->count).median >
           spread_of(away->cost, away->count).median;
}

static const char *run_groups(struct bench *bench, FILE *out) {
    struct row row[EVICTIONS][WRITTEN + 1] = {{{AWAY, 0, 0, {0}}}};
    size_t outs = 0;
    link_groups(bench);
    bench->flushes = chain_flush(bench->machine, &bench->group[0]);
    if (!bench->flushes && !evict_all(bench))
        return "no memory for the lines";
    for (size_t i = 0, bytes = SPACING;
         i < EVICTIONS && bytes <= bench->evictors.bytes && outs < OUTS;
         bytes = (size_t)LEAST << i++) {
        measure_groups(bench, row[i], bytes);
        outs += all_out(row[i]);
    }
    fprintf(out, "# sweep: stores\n# section: groups\n# columns: kind bytes cost low high\n");
    for (enum kind kind = AWAY; kind <= WRITTEN; kind++)
        for (size_t i = 0; i < EVICTIONS; i++)
            print_row(&row[i][kind], out);
    return NULL;
}

/* ---- are lines written back? ---- */

static void link_set(struct bench *bench, size_t bytes, size_t chains) {
    size_t spacing = bytes <= DENSE ? SPACING : 4 * SPACING, count = bytes / spacing;
    order_blocks(&bench->dice, bench->order, count, spacing, GROUP);
    for (size_t i = 0; i < chains; i++)
        chain_link(bench->machine, &bench->chain[i], &bench->far,
                   bench->order + i * (count / chains), count / chains);
}

/* Reads the bytes first: a level that does not allocate on a store holds only lines that were
   read. */
static void measure_bytes(struct bench *bench, size_t bytes, struct row *stores,
                          struct row *loads) {
    size_t chains = bytes / SPACING < SIDE ? bytes / SPACING : SIDE;
    for (size_t i = 0; i < SAMPLES; i++) {
        link_set(bench, bytes, chains);
        add_cost(loads, LOADS, bytes, measure_laps(bench, LOADS, bench->chain, chains));
        link_set(bench, bytes, 1);
        chain_walk(bench->machine, &bench->chain[0], bench->chain[0].count);
        add_cost(stores, STORES, bytes, measure_laps(bench, STORES, bench->chain, 1));
    }
}

static const char *run_sets(struct bench *bench, FILE *out) {
    struct row stores[32] = {{STORES, 0, 0, {0}}}, loads[32] = {{LOADS, 0, 0, {0}}};
    size_t rows = 0;
    pages_release(bench->machine, &bench->far);
    if (!draw(bench, &bench->far, LARGEST, 2))
        return "no memory for the lines";
    while ((size_t)SMALLEST << rows <= bench->far.bytes)
        rows++;
    for (size_t round = 0; round < ROUNDS; round++)
        for (size_t i = 0; i < rows; i++)
            measure_bytes(bench, (size_t)SMALLEST << i, &stores[i], &loads[i]);
    fprintf(out, "# section: sets\n# columns: kind bytes cost low high\n");
    for (size_t i = 0; i < rows; i++)
        print_row(&loads[i], out);
    for (size_t i = 0; i < rows; i++)
        print_row(&stores[i], out);
    return NULL;
}

/* ---- the sweep ---- */

static void print_clock(const struct bench *bench, FILE *out) {
    fprintf(out, "# section: clock\n# columns: off_ns\n%.4f\n",
            machine_resolution_ns(bench->machine) / (PLACES - 1));
}

static const char *run(struct bench *bench, FILE *out) {
    if (!pages_draw(bench->machine, &bench->groups, (size_t)GROUPS * GROUP, PAGES_HUGE) ||
        !draw(bench, &bench->evictors, EVICTORS, 4))
        return "no memory for the lines";
    const char *why = run_groups(bench, out);
    if (why == NULL)
        why = run_sets(bench, out);
    if (why == NULL)
        print_clock(bench, out);
    return why;
}

sweep sweep_stores;

const char *sweep_stores(struct machine *machine, FILE *out) {
    static struct bench bench;
    bench = (struct bench){.machine = machine, .dice = {20040614}};
    const char *why = run(&bench, out);
    pages_release(machine, &bench.groups);
    pages_release(machine, &bench.evictors);
    pages_release(machine, &bench.far);
    return why;
}
