/* tlb2_age.c - the sweep of the second TLB by age: times loads of pages that were last touched so
   many pages ago; finds no second TLB where its hits cost as much as page walks, and needs pages of
   zeros that share one frame.

   A lap touches each of many pages once, in random order.  After it a few pages of about one age
   are loaded, each load dependent on the one before, and timed together: the age of a page is how
   many other pages were touched since it was.  The sum over all ages of the share that still hits
   is the number of translations that are held, whatever the ways, the index and the replacement
   policy.

   All pages show one frame of zeros, so that one line serves every load, and no entry holds several
   pages; and page walks cost the same at all ages (page_groups.h).

   Controls are pages that no lap touches, and are missed: all over the area, and of one table; and
   pages translated just before, through another line, whose cost shows whether the frame is one.
   Laps over ever more pages show what a hit of each level costs. */
#include "../common/age_buckets.h"
#include "../common/histogram.h"
#include "../common/order.h"
#include "../common/sample.h"
#include "../machine/sweep.h"
#include "../machine/walks_alone.h"
#include "line_bytes.h"
#include "page_groups.h"

#include <math.h>
#include <stdlib.h>

enum {
    FEWEST = 4096,           /* pages of a lap, to begin with */
    MOST = 1 << 16,          /* pages of a lap */
    WARM = 2,                /* laps before ages count */
    YOUNGEST = 128,          /* pages: where ages begin, beyond those that probes touch */
    YOUNG_PART = 8,          /* of the ages: */
    OLD_BURSTS = 8,          /* older ones, in each round, and one of the others */
    MISSED = 16,             /* bursts of pages that are missed, in each round, */
    MISSED_APART = 2 * 1009, /* groups, so that all other groups have their turn */
    TRIES = 8,               /* for a group that has not been used since the lap */
    FIRST_ROUNDS = 40,
    ROUNDS = 240, /* of which a lap must not be slow */
    AN_OCTAVE_OF_LAPS = 4,
    MOST_LAPS = 48, /* numbers of pages, from PAGES_TIMED on */
    BURSTS = 8,     /* of such a lap */
    CLOCKS = 8,     /* rounds from one sample of the cycle to the next */
    OTHER_LINE = 128,
    ROW_BYTES = 64
};
/* So many times as many pages as are held fill the sets. */
static const double ENOUGH = 4;
/* Times the fastest lap: what took longer was interrupted.  If laps stay slow, since the frequency
   has changed, the fastest is forgotten by and by. */
static const double INTERRUPTED = 1.03, FORGET = 1.002;
static const double LONGEST_NS = 2e9;

enum control { CONTROL_LINE, CONTROL_MISSED, CONTROL_TABLE, CONTROLS };
static const char *const CONTROL_WORDS[CONTROLS] = {"line", "missed", "table"};

struct bench {
    struct machine *machine;
    struct page_groups groups;
    struct dice dice;
    size_t count;            /* pages of a lap */
    size_t *order;           /* pages of a lap, numbered without those that laps leave out */
    uint32_t *lap;           /* their numbers in the area */
    size_t touched;          /* pages since the lap ended */
    struct age_buckets ages; /* in pages */
    size_t rounds, next_missed;
    double least_lap_ns, least_contention, slow_ghz, fast_ghz;
    struct histogram aged[AGE_BUCKETS_MOST], control[CONTROLS], laps[MOST_LAPS];
};

/* ---- pages ---- */

static uint32_t page_in_lap(const struct bench *bench, size_t number) {
    return page_groups_page(&bench->groups, number / PAGES_IN_LAPS, number % PAGES_IN_LAPS);
}

/* ---- ages ---- */

static void time_probes(struct bench *bench, struct histogram *histogram) {
    histogram_add(histogram, page_groups_time(&bench->groups));
    bench->touched += 2 * PAGES_TIMED;
}

/* Draws a page of the lap that will have an age below END, by less than PART, when AGED more pages
   are loaded, of a group that is not used if there is one. */
static size_t draw_page(struct bench *bench, size_t end, size_t part, size_t aged) {
    size_t number = 0;
    for (size_t i = 0; i < TRIES; i++) {
        size_t age = end - 1 - dice_below(&bench->dice, part);
        number = bench->order[bench->count - 1 - (age - aged)];
        if (!page_groups_used(&bench->groups, number / PAGES_IN_LAPS))
            break;
    }
    return number;
}

/* The oldest first: each of the loads before has made the others older by one. */
static void probe_bucket(struct bench *bench, size_t bucket) {
    size_t end = bench->ages.begin[bucket + 1];
    size_t part = age_buckets_width(&bench->ages, bucket) / PAGES_TIMED;
    for (size_t i = 0; i < PAGES_TIMED; i++) {
        size_t number = draw_page(bench, end - i * part, part, bench->touched + PAGES_TIMED + i);
        page_groups_set(&bench->groups, i, number / PAGES_IN_LAPS, number % PAGES_IN_LAPS);
    }
    time_probes(bench, &bench->aged[bucket]);
}

/* ---- controls ---- */

/* Of every other group, so that each such page was loaded many laps ago. */
static void probe_missed(struct bench *bench) {
    size_t *group = &bench->next_missed;
    for (size_t i = 0; i < PAGES_TIMED; i++) {
        *group = (*group + MISSED_APART) % bench->groups.count;
        for (size_t j = 0; j < TRIES && page_groups_used(&bench->groups, *group); j++)
            *group = (*group + MISSED_APART) % bench->groups.count;
        page_groups_set(&bench->groups, i, *group, PAGE_MISSED);
    }
    time_probes(bench, &bench->control[CONTROL_MISSED]);
}

/* Of the other groups, one table after the other. */
static void probe_table(struct bench *bench) {
    size_t tables = bench->groups.count / PAGES_TABLE, turn = bench->rounds / tables % 2;
    size_t first = bench->rounds % tables * PAGES_TABLE + turn * (PAGES_TABLE / 2);
    for (size_t i = 0; i < PAGES_TIMED; i++)
        page_groups_set(&bench->groups, i, first + 2 * i + 1, PAGE_MISSED);
    time_probes(bench, &bench->control[CONTROL_TABLE]);
}

/* Pages of any age, translated just before. */
static void probe_line(struct bench *bench) {
    size_t part = bench->count / PAGES_TIMED;
    for (size_t i = 0; i < PAGES_TIMED; i++) {
        size_t number = bench->order[i * part + dice_below(&bench->dice, part)];
        bench->groups.probe[i] = page_in_lap(bench, number);
    }
    page_groups_walk(&bench->groups, bench->groups.probe, PAGES_TIMED, OTHER_LINE);
    histogram_add(&bench->control[CONTROL_LINE],
                  page_groups_burst(&bench->groups, bench->groups.probe, PAGES_TIMED));
}

/* ---- laps over fewer pages ---- */

static size_t pages_of_lap(size_t row) {
    return ((size_t)PAGES_TIMED << row / AN_OCTAVE_OF_LAPS) / AN_OCTAVE_OF_LAPS *
           (AN_OCTAVE_OF_LAPS + row % AN_OCTAVE_OF_LAPS);
}

/* Adjacent pages, so that each set has as many, in a random order that stays the same. */
static void time_lap(struct bench *bench, size_t row) {
    size_t count = pages_of_lap(row);
    if (count > bench->count)
        return;
    order_spaced(&bench->dice, bench->order, count, 0, 1);
    for (size_t i = 0; i < count + PAGES_TIMED; i++)
        bench->lap[i] = (uint32_t)bench->order[i % count];
    for (size_t i = 0; i < WARM; i++)
        page_groups_walk(&bench->groups, bench->lap, count, 0);
    for (size_t i = 0; i < BURSTS; i++)
        histogram_add(
            &bench->laps[row],
            page_groups_burst(&bench->groups, bench->lap + i * PAGES_TIMED % count, PAGES_TIMED));
}

/* ---- rounds ---- */

/* Touches all pages of the laps.  Returns false where that took too long. */
static bool go_round(struct bench *bench) {
    for (size_t i = 0; i < bench->count; i++)
        bench->order[i] = i;
    order_shuffle(&bench->dice, bench->order, bench->count);
    for (size_t i = 0; i < bench->count; i++)
        bench->lap[i] = page_in_lap(bench, bench->order[i]);
    double ns = page_groups_burst(&bench->groups, bench->lap, bench->count);
    bench->least_lap_ns = fmin(bench->least_lap_ns, ns);
    bench->touched = 0;
    bench->groups.lap++;
    bool quiet = ns <= INTERRUPTED * bench->least_lap_ns;
    bench->least_lap_ns *= quiet ? 1 : FORGET;
    return quiet;
}

/* A load that hits, to convert ns to cycles.  The frequency may change. */
static void time_hits(struct bench *bench) {
    struct pages pages = {0};
    struct chain chain;
    struct timing timing;
    size_t place[PAGES_TIMED];
    for (size_t i = 0; i < PAGES_TIMED; i++)
        place[i] = i * TLB_LINE_BYTES;
    if (!pages_draw(bench->machine, &pages, PAGES_TIMED * TLB_LINE_BYTES, PAGES_SMALL))
        return;
    chain_link(bench->machine, &chain, &pages, place, PAGES_TIMED);
    if (sample_chain(bench->machine, &chain, &timing)) {
        bench->slow_ghz = fmin(bench->slow_ghz, timing.cycles / timing.ns);
        bench->fast_ghz = fmax(bench->fast_ghz, timing.cycles / timing.ns);
    }
    pages_release(bench->machine, &pages);
}

/* A bucket of young ages, each in its turn, and older ones, which are more. */
static void probe_ages(struct bench *bench) {
    size_t young = age_buckets_find(&bench->ages, bench->count / YOUNG_PART);
    size_t begin = bench->ages.begin[young];
    size_t part = (bench->count - begin) / OLD_BURSTS;
    (void)page_groups_burst(&bench->groups, bench->lap + bench->count - PAGES_TIMED,
                            PAGES_TIMED); /* the clock's own pages return */
    probe_bucket(bench, bench->rounds % young);
    bench->touched -= PAGES_TIMED; /* these were younger than those that follow */
    for (size_t i = OLD_BURSTS; i-- > 0;)
        probe_bucket(bench, age_buckets_find(&bench->ages,
                                             begin + i * part + dice_below(&bench->dice, part)));
}

/* Another thread of the core would take entries. */
static bool is_contended(struct bench *bench) {
    return sample_contended(bench->machine, &bench->least_contention, 0);
}

static void measure_round(struct bench *bench) {
    if (is_contended(bench))
        return;
    if (bench->rounds % CLOCKS == 0)
        time_hits(bench);
    time_lap(bench, bench->rounds % MOST_LAPS);
    if (!go_round(bench) || is_contended(bench))
        return;
    probe_ages(bench);
    for (size_t i = 0; i < MISSED; i++)
        probe_missed(bench);
    probe_table(bench);
    probe_line(bench);
    bench->rounds++;
}

static bool measure_rounds(struct bench *bench, size_t rounds) {
    bench->rounds = 0;
    while (bench->rounds < rounds && machine_age_ns(bench->machine) < LONGEST_NS)
        measure_round(bench);
    return bench->rounds == rounds;
}

/* ---- how many pages ---- */

static void forget(struct bench *bench) {
    static const struct histogram EMPTY;
    for (size_t i = 0; i < AGE_BUCKETS_MOST; i++)
        bench->aged[i] = EMPTY;
    for (size_t i = 0; i < CONTROLS; i++)
        bench->control[i] = EMPTY;
    for (size_t i = 0; i < MOST_LAPS; i++)
        bench->laps[i] = EMPTY;
    bench->slow_ghz = NOT_MEASURED;
    bench->fast_ghz = 0;
    bench->least_lap_ns = NOT_MEASURED;
}

/* About how many pages are held, if the youngest are. */
static double held(const struct bench *bench) {
    double missed = histogram_median(&bench->control[CONTROL_MISSED]);
    double hit = histogram_median(&bench->aged[0]), sum = YOUNGEST;
    for (size_t bucket = 0; bucket < bench->ages.count && hit < missed; bucket++) {
        double ns = histogram_median(&bench->aged[bucket]);
        double share = fmin(fmax((missed - ns) / (missed - hit), 0), 1);
        sum += share * (double)age_buckets_width(&bench->ages, bucket);
    }
    return sum;
}

static void release_pages(struct bench *bench) {
    page_groups_release(&bench->groups);
    free(bench->order);
    free(bench->lap);
    bench->order = NULL;
    bench->lap = NULL;
}

static bool draw_pages(struct bench *bench, size_t count, size_t page_bytes) {
    size_t groups = (count / PAGES_IN_LAPS / PAGES_TABLE + 1) * PAGES_TABLE;
    bench->count = groups * PAGES_IN_LAPS;
    bench->order = malloc(bench->count * sizeof *bench->order);
    bench->lap = malloc((bench->count + PAGES_TIMED) * sizeof *bench->lap);
    age_buckets_divide(&bench->ages, YOUNGEST, bench->count);
    return bench->order != NULL && bench->lap != NULL &&
           page_groups_draw(&bench->groups, &bench->dice, groups, page_bytes);
}

/* Returns NULL, or why nothing can be measured. */
static const char *try_pages(struct bench *bench, size_t count, size_t page_bytes) {
    release_pages(bench);
    forget(bench);
    if (!draw_pages(bench, count, page_bytes))
        return "no memory for the pages";
    for (size_t i = 0; i < WARM; i++)
        (void)go_round(bench);
    return measure_rounds(bench, FIRST_ROUNDS)
               ? NULL
               : "the machine is too busy: try again when it is idle";
}

static const char *find_pages(struct bench *bench, size_t page_bytes) {
    size_t count = FEWEST;
    const char *why = try_pages(bench, count, page_bytes);
    while (why == NULL && 2 * count <= MOST && (double)count < ENOUGH * held(bench))
        why = try_pages(bench, count *= 2, page_bytes);
    return why;
}

/* ---- the table ---- */

static void print_ages(const struct bench *bench, FILE *out) {
    char row[ROW_BYTES];
    fprintf(out, "# section: ages\n# columns: from to ns count\n");
    for (size_t bucket = 0; bucket < bench->ages.count; bucket++) {
        snprintf(row, sizeof row, "%zu\t%zu\t", bench->ages.begin[bucket],
                 bench->ages.begin[bucket + 1]);
        histogram_print(&bench->aged[bucket], out, row);
    }
}

static void print_all(const struct bench *bench, FILE *out) {
    char row[ROW_BYTES];
    fprintf(out, "# sweep: tlb2_age\n# pages: %zu\n", bench->count);
    fprintf(out,
            "# section: clock\n# columns: loads slow_ghz fast_ghz step\n%d\t%.4f\t%.4f\t%.4f\n",
            PAGES_TIMED, bench->slow_ghz, bench->fast_ghz, machine_resolution_ns(bench->machine));
    fprintf(out, "# section: controls\n# columns: kind ns count\n");
    for (size_t i = 0; i < CONTROLS; i++) {
        snprintf(row, sizeof row, "%s\t", CONTROL_WORDS[i]);
        histogram_print(&bench->control[i], out, row);
    }
    fprintf(out, "# section: laps\n# columns: pages ns count\n");
    for (size_t i = 0; i < MOST_LAPS; i++) {
        snprintf(row, sizeof row, "%zu\t", pages_of_lap(i));
        histogram_print(&bench->laps[i], out, row);
    }
    print_ages(bench, out);
}

sweep sweep_tlb2_age;

const char *sweep_tlb2_age(struct machine *machine, FILE *out) {
    struct pages pages = {0};
    struct bench *bench = NULL;
    if (!chain_walks_alone(machine))
        return NEVER_HERE "without optimisation the stack takes an entry of the TLB";
    if (!pages_draw(machine, &pages, 1, PAGES_SMALL) || (bench = calloc(1, sizeof *bench)) == NULL)
        return "no memory for the pages";
    bench->machine = bench->groups.machine = machine;
    bench->least_contention = NOT_MEASURED;
    bench->dice.state = 20040614;
    const char *why = find_pages(bench, pages.page_bytes);
    if (why == NULL && !measure_rounds(bench, ROUNDS))
        why = bench->rounds > 0 ? NULL : "no time";
    if (why == NULL)
        print_all(bench, out);
    release_pages(bench);
    pages_release(machine, &pages);
    free(bench);
    return why;
}
