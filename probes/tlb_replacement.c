/* tlb_replacement.c - the sweep of the first TLB's replacement: laps of visits to pages that
   compete for the same entries (AMP 3.10, METHODS 1.7).

   A miss of the first TLB takes a few cycles, which no clock tells from a hit.  So each lap is
   walked again and again, and it is its mean that counts: laps that policies miss more or less
   often. How often is the analysis' business.  A page that is visited again is so at another place,
   so that a chain goes through all visits. */
#include "harness/probe.h"
#include "harness/spread.h"
#include "places/places.h"
#include "samples/sample.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

enum {
    FEW = 2,         /* pages: any TLB holds them */
    MOST_WAYS = 192, /* that the analysis takes */
    MOST_PAGES = 4 * MOST_WAYS,
    LAPS = 7,
    LAYOUTS = 3,
    PAGES_OF_WAY = 4, /* that laps visit, at the most, and one */
    VISITS = 5 * MOST_WAYS,
    SEARCHES = 3
};
/* More than a few: by what one miss in so many visits adds. */
static const double RISE = 1.025;

struct lap {
    size_t page[VISITS], visits;
    double cycles[LAYOUTS], same[LAYOUTS];
};

struct bench {
    struct places places;
    struct dice dice;
    size_t order[MOST_PAGES], at[VISITS];
    size_t ways, apart; /* and bytes from one page to the next */
    struct lap lap[LAPS];
};

/* ---- ways ---- */

/* The least of a few: what disturbs them only adds. */
static double pages_cost(void *all, size_t count) {
    struct bench *bench = all;
    double least = HUGE_VAL;
    for (size_t i = 0; i < SEARCHES; i++) {
        places_put(&bench->places.pages, &bench->dice, bench->order, count, 0, bench->apart);
        least = fmin(least, places_measure(&bench->places, count));
    }
    return least;
}

/* Two distances at which as many fit, as a way and twice that do (X-Ray's Theorem 1). */
static const char *find_ways(struct bench *bench) {
    size_t page = bench->places.pages.page_bytes, bytes = bench->places.pages.bytes, last = 0;
    for (bench->apart = page; bench->apart * FEW * 2 <= bytes; bench->apart *= 2) {
        size_t room = bytes / bench->apart, most = room < MOST_PAGES ? room : MOST_PAGES;
        bench->ways = places_most(pages_cost, bench, 1, most, RISE * pages_cost(bench, FEW));
        if (bench->ways > 0 && bench->ways == last) {
            bench->apart /= 2;
            return bench->ways <= MOST_WAYS ? NULL : "too many ways";
        }
        last = bench->ways;
    }
    return "no two distances at which as many pages fit";
}

/* ---- laps ---- */

static void visit(struct lap *lap, size_t page) {
    lap->page[lap->visits++] = page;
}

/* Every STEP-th page from FIRST up to END. */
static void visit_some(struct lap *lap, size_t first, size_t step, size_t end) {
    for (; first < end; first += step)
        visit(lap, first);
}

/* Of the pages that are there then, some are visited again, as many new ones come as are quarters
   of the ways, and the same are visited once more, or ALL that were there. */
static const struct again {
    size_t first, step, quarters, fresh;
    bool all;
} AGAIN[] = {{0, 1, 2, 2, false},
             {0, 2, 4, 2, false},
             {1, 2, 4, 2, false},
             {0, 4, 4, 3, false},
             {0, 2, 4, 1, true}};
enum { AGAINS = sizeof AGAIN / sizeof *AGAIN };

static void visit_again(struct lap *lap, const struct again *again, size_t ways) {
    size_t first = ways + again->first, end = ways + again->quarters * ways / 4, fresh = 2 * ways;
    visit_some(lap, first, again->step, end);
    visit_some(lap, fresh, 1, fresh + again->fresh * ways / 4);
    if (again->all)
        visit_some(lap, ways, 1, 2 * ways);
    else
        visit_some(lap, first, again->step, end);
}

/* From one end of them to the other, and back. */
static void visit_to_and_fro(struct lap *lap, size_t ways) {
    size_t pages = ways + ways / 4 + 1, turn = 2 * pages - 2;
    for (size_t i = 0; i < 2 * ways; i++)
        visit(lap, 2 * ways + (i % turn < pages ? i % turn : turn - i % turn));
}

/* Each lap begins with twice as many pages in turn as there are ways: behind as many misses in a
   row whatever was there before is forgotten.  Then one too many come in turn, twice, or a few more
   to and fro, or some again. */
static void write_lap(struct lap *lap, size_t number, size_t ways) {
    lap->visits = 0;
    visit_some(lap, 0, 1, 2 * ways);
    if (number < AGAINS)
        visit_again(lap, &AGAIN[number], ways);
    else if (number == AGAINS)
        visit_to_and_fro(lap, ways);
    else
        for (size_t i = 0; i < 2; i++)
            visit_some(lap, 2 * ways, 1, 3 * ways + 1);
}

/* A place of BLOCK that is not visited yet, in a line that goes with the number of the visit, or
   one behind it; where all lines are, at another word. */
static size_t place_of(const struct bench *bench, size_t visit, size_t block) {
    size_t lines = bench->places.pages.page_bytes / PLACES_LINE, line = visit, place, i;
    do {
        size_t word = line / lines % (PLACES_LINE / sizeof(uint64_t)) * sizeof(uint64_t);
        place = block * bench->apart + line++ % lines * PLACES_LINE + word;
        for (i = 0; i < visit && bench->at[i] != place; i++)
            continue;
    } while (i < visit);
    return place;
}

static double time_places(struct bench *bench, size_t visits) {
    struct timing timing;
    struct chain chain;
    chain_link(bench->places.machine, &chain, &bench->places.pages, bench->at, visits);
    return sample_chain(bench->places.machine, &chain, &timing) ? timing.cycles : HUGE_VAL;
}

/* In lines that all sets of the cache have as many of; and the same packed. */
static void time_lap(struct bench *bench, struct lap *lap, size_t layout) {
    for (size_t i = 0; i < lap->visits; i++)
        bench->at[i] = place_of(bench, i, lap->page[i]);
    lap->cycles[layout] = time_places(bench, lap->visits);
    for (size_t i = 0; i < lap->visits; i++)
        bench->at[i] = i * PLACES_LINE;
    lap->same[layout] = time_places(bench, lap->visits);
}

/* ---- the table ---- */

static const char *print_laps(struct bench *bench, FILE *out) {
    fprintf(out, "# sweep: tlb_replacement\n# columns: lap step block ways cycles same\n");
    for (size_t i = 0; i < LAPS; i++) {
        struct lap *lap = &bench->lap[i];
        double cycles = spread_of(lap->cycles, LAYOUTS).median;
        double same = spread_of(lap->same, LAYOUTS).median;
        if (!(cycles < HUGE_VAL && same < HUGE_VAL))
            return "all samples were disturbed";
        for (size_t j = 0; j < lap->visits; j++)
            fprintf(out, "%zu\t%zu\t%zu\t%zu\t%.4f\t%.4f\n", i + 1, j + 1, lap->page[j] + 1,
                    bench->ways, cycles, same);
    }
    return NULL;
}

static const char *measure_laps(struct bench *bench, FILE *out) {
    const char *why = find_ways(bench);
    size_t bytes = (PAGES_OF_WAY * bench->ways + 1) * bench->apart;
    if (why != NULL)
        return why;
    for (size_t i = 0; i < LAPS; i++)
        write_lap(&bench->lap[i], i, bench->ways);
    for (size_t layout = 0; layout < LAYOUTS; layout++) {
        if (!places_draw(&bench->places, bytes))
            return "no memory for the pages";
        for (size_t i = 0; i < LAPS; i++)
            time_lap(bench, &bench->lap[i], layout);
    }
    return print_laps(bench, out);
}

sweep sweep_tlb_replacement;

const char *sweep_tlb_replacement(struct machine *machine, FILE *out) {
    if (!chain_walks_alone(machine))
        return "without optimisation the stack takes an entry of the TLB";
    struct bench *bench = calloc(1, sizeof *bench);
    const char *why = "no memory for the pages";
    if (bench == NULL)
        return why;
    bench->dice.state = 20040614;
    bench->places = (struct places){
        .machine = machine, .policy = PAGES_SMALL, .dice = &bench->dice, .order = bench->order};
    size_t limit = pages_limit(machine), bytes = (size_t)64 << 20;
    if (places_draw(&bench->places, limit < bytes ? limit : bytes))
        why = measure_laps(bench, out);
    pages_release(machine, &bench->places.pages);
    free(bench);
    return why;
}
