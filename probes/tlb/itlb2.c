/* itlb2.c - the sweep of the second TLB of code: measures calls on pages that were called so many
   pages ago; fails where one frame cannot be mapped at many pages as code, or the clock is too
   coarse for a few calls, or all laps are disturbed.

   Section `ages': laps over more pages than the TLBs hold, each in another random order, and then
   calls on pages of the same age: how many others were called since.

   Section `cold': calls on pages that no lap visits.  One page in each GROUP is such a page, so
   that a line of its page table is as warm as that of any other page.

   Shorter laps come first, to choose how many pages are a few times what the TLBs hold: with more
   than that, the page tables would not fit the first caches.

   What follows a slow lap does not count, since another thread of the core, or one that took the
   CPU meanwhile, has evicted pages.

   A call enters its page at a random place, so that no predictor of branches knows its return.  A
   core fetches some lines behind such a return before it sees it, and those of the next page
   would be translated; so no place is in a page's second half.  All pages are one frame of
   returns, so that the code is always in the first cache. */
#include "../common/order.h"
#include "../common/sample.h"
#include "../common/spread.h"
#include "../machine/aliases.h"
#include "../machine/sweep.h"

#include <math.h>

enum {
    GROUP = 8, /* entries in a line of a page table, or fewer */
    PAGES = 8192,
    COLD = PAGES / GROUP,
    LEAST_COLD = COLD / 8,
    MOST = PAGES - COLD, /* pages of a lap */
    CALLS = 16,          /* that are timed together */
    ENTRY = 8,           /* bytes from one place to enter a page at to the next */
    ENTERED = 2048,      /* bytes in which they are: a page's first half */
    FEWEST = 8,          /* pages of a shorter lap */
    WARM = 3,            /* laps */
    SHORTER_ROUNDS = 12,
    TIMES_MISSED = 2, /* the pages most of which miss */
    EVEN = 4,         /* buckets of CALLS ages each come first */
    AN_OCTAVE = 3,    /* buckets thereafter */
    TURNS = 6,        /* a lap is followed by every sixth bucket, the youngest first */
    MOST_BUCKETS = 32,
    ROUNDS = 60,
    LEAST_ROUNDS = 10
};

/* Of the samples sorted by time: those that count, as many above as below, since a mean of samples
   some of which hit must not prefer either. */
static const double FIRST_KEPT = 0.1, KEPT = 0.8;
/* Steps of the clock in the calls of a sample, at the least: single calls need not be timed. */
static const double STEPS = 2;
/* The share of calls that miss where most do. */
static const double MISSED = 0.8;
/* Times the fastest lap: what was disturbed. */
static const double SLOW = 1.03, FORGET = 1.0002;
static const double LONGEST_NS = 1e9;

struct samples {
    double ns[TURNS * ROUNDS];
    size_t count;
};

struct bench {
    struct machine *machine;
    struct dice dice;
    struct aliases code;
    size_t warm[MOST], cold[COLD], next_cold; /* numbers of pages */
    size_t groups, pages, buckets;            /* pages: of a lap */
    double fastest_ns, least_contention;      /* lap, lately; and work that fills the core */
    uint32_t lap[MOST];
    struct samples aged[MOST_BUCKETS], missed, shorter;
};

/* ---- calls ---- */

static uint32_t enter(struct bench *bench, size_t page) {
    return (uint32_t)(page * bench->code.page_bytes +
                      dice_below(&bench->dice, ENTERED / ENTRY) * ENTRY);
}

/* A lap over the first COUNT pages.  Returns its time. */
static double call_lap(struct bench *bench, size_t count) {
    order_shuffle(&bench->dice, bench->warm, count);
    for (size_t i = 0; i < count; i++)
        bench->lap[i] = enter(bench, bench->warm[i]);
    return aliases_visit(bench->machine, &bench->code, bench->lap, count);
}

/* Adds the time of a call on each of CALLS pages. */
static void time_calls(struct bench *bench, struct samples *samples, const size_t *page) {
    uint32_t offset[CALLS];
    for (size_t i = 0; i < CALLS; i++)
        offset[i] = enter(bench, page[i]);
    double ns = aliases_visit(bench->machine, &bench->code, offset, CALLS);
    samples->ns[samples->count++] = ns / CALLS;
}

static void call_cold(struct bench *bench) {
    time_calls(bench, &bench->missed, bench->cold + bench->next_cold);
    bench->next_cold = (bench->next_cold + CALLS) % (bench->groups / CALLS * CALLS);
}

/* Prints the mean of the samples that count, and its standard error. */
static void print_samples(struct samples *samples, FILE *out) {
    size_t first = (size_t)(FIRST_KEPT * (double)samples->count);
    size_t kept = (size_t)(KEPT * (double)samples->count);
    double mean = spread_mean(samples->ns, samples->count, first, kept), squares = 0;
    for (size_t i = first; i < first + kept; i++)
        squares += (samples->ns[i] - mean) * (samples->ns[i] - mean);
    fprintf(out, "%.4f\t%.4f\n", fmax(mean, 0), sqrt(squares) / (double)kept);
}

/* ---- how many pages ---- */

static double measure_laps(struct bench *bench, size_t count) {
    size_t page[CALLS];
    bench->shorter.count = 0;
    for (size_t i = 0; i < WARM; i++)
        (void)call_lap(bench, count);
    for (size_t i = 0; i < SHORTER_ROUNDS; i++) {
        (void)call_lap(bench, count);
        order_shuffle(&bench->dice, bench->warm, count);
        for (size_t call = 0; call < CALLS; call++)
            page[call] = bench->warm[call % count];
        time_calls(bench, &bench->shorter, page);
    }
    return spread_of(bench->shorter.ns, bench->shorter.count).median;
}

/* The first number of pages, half an octave apart, most of which miss; LEAST_NS is the cost of few
   pages. */
static size_t find_missed(struct bench *bench, double least_ns) {
    double most_ns = measure_laps(bench, MOST);
    for (size_t octave = FEWEST; octave <= MOST; octave *= 2)
        for (size_t count = octave; count < 2 * octave && count <= MOST; count += octave / 2)
            if (measure_laps(bench, count) >= least_ns + MISSED * (most_ns - least_ns))
                return count;
    return MOST;
}

/* ---- ages ---- */

static size_t begin_of_bucket(size_t bucket) {
    if (bucket < EVEN)
        return bucket * CALLS;
    return (size_t)(EVEN * CALLS * pow(2, (double)(bucket - EVEN) / AN_OCTAVE));
}

static size_t end_of_bucket(const struct bench *bench, size_t bucket) {
    size_t end = begin_of_bucket(bucket + 1);
    return end < bench->pages ? end : bench->pages;
}

/* Times calls on pages of BUCKET, the youngest first, so that no call ages those behind it. */
static void call_aged(struct bench *bench, size_t bucket) {
    size_t page[CALLS], from = begin_of_bucket(bucket);
    size_t part = (end_of_bucket(bench, bucket) - from) / CALLS;
    for (size_t i = 0; i < CALLS; i++) {
        size_t age = from + i * part + dice_below(&bench->dice, part);
        page[i] = bench->warm[bench->pages - 1 - age];
    }
    time_calls(bench, &bench->aged[bucket], page);
}

/* Another thread of the core would take entries. */
static bool is_contended(struct bench *bench) {
    return sample_contended(bench->machine, &bench->least_contention, 0);
}

/* Returns whether the lap was disturbed.  Where all are slow, since the frequency has changed, the
   fastest one is gradually forgotten. */
static bool lap_is_disturbed(struct bench *bench) {
    if (is_contended(bench))
        return true;
    double ns = call_lap(bench, bench->pages);
    bench->fastest_ns = fmin(FORGET * bench->fastest_ns, ns);
    return ns > SLOW * bench->fastest_ns || is_contended(bench);
}

/* Returns false where there was no undisturbed lap in time. */
static bool measure_turn(struct bench *bench, size_t turn) {
    while (lap_is_disturbed(bench))
        if (machine_age_ns(bench->machine) > LONGEST_NS)
            return false;
    for (size_t bucket = turn; bucket < bench->buckets; bucket += TURNS)
        call_aged(bench, bucket);
    call_cold(bench);
    return true;
}

/* Returns the number of rounds that were measured. */
static size_t measure_ages(struct bench *bench) {
    size_t turns = 0;
    for (bench->buckets = 0; begin_of_bucket(bench->buckets) + CALLS <= bench->pages;)
        bench->buckets++;
    bench->fastest_ns = bench->least_contention = NOT_MEASURED;
    for (size_t i = 0; i < WARM; i++)
        (void)lap_is_disturbed(bench);
    while (turns < TURNS * ROUNDS && measure_turn(bench, turns % TURNS))
        turns++;
    return turns / TURNS;
}

static void print_ages(struct bench *bench, FILE *out) {
    fprintf(out, "# sweep: itlb2\n# section: cold\n# columns: ns error_ns\n");
    print_samples(&bench->missed, out);
    fprintf(out, "# section: ages\n# columns: from to ns error_ns\n");
    for (size_t bucket = 0; bucket < bench->buckets; bucket++) {
        fprintf(out, "%zu\t%zu\t", begin_of_bucket(bucket), end_of_bucket(bench, bucket));
        print_samples(&bench->aged[bucket], out);
    }
}

/* ---- the sweep ---- */

/* Any page of each group is cold, so that the others fill all sets of a TLB alike. */
static void draw_pages(struct bench *bench, size_t groups) {
    bench->groups = groups;
    bench->pages = 0;
    for (size_t group = 0; group < groups; group++) {
        size_t cold = dice_below(&bench->dice, GROUP);
        for (size_t i = 0; i < GROUP; i++)
            if (i != cold)
                bench->warm[bench->pages++] = group * GROUP + i;
        bench->cold[group] = group * GROUP + cold;
    }
    order_shuffle(&bench->dice, bench->cold, groups);
}

static const char *measure_all(struct bench *bench, FILE *out) {
    draw_pages(bench, COLD);
    (void)call_lap(bench, MOST); /* brings the frame into the caches */
    double least_ns = measure_laps(bench, FEWEST);
    if (least_ns * CALLS < STEPS * machine_resolution_ns(bench->machine))
        return "the clock is too coarse for a few calls";
    size_t groups = TIMES_MISSED * find_missed(bench, least_ns) / (GROUP - 1);
    groups = groups < COLD ? groups : COLD;
    draw_pages(bench, groups > LEAST_COLD ? groups : LEAST_COLD);
    if (measure_ages(bench) < LEAST_ROUNDS)
        return "too few laps were undisturbed";
    print_ages(bench, out);
    return NULL;
}

sweep sweep_itlb2;

const char *sweep_itlb2(struct machine *machine, FILE *out) {
    static struct bench bench;
    bench = (struct bench){.machine = machine, .dice = {20040614}};
    const char *why = aliases_map(machine, &bench.code, ALIASES_OF_CODE, PAGES);
    if (why == NULL)
        why = measure_all(&bench, out);
    aliases_release(machine, &bench.code);
    return why;
}
