/* tlb_replacement.c - the sweep of the first TLB's replacement policy: measures laps of visits to
   pages that compete for the same entries (AMP 3.10); fails where the ways do not show, or another
   thread takes entries.

   A miss of the first TLB takes only a few cycles more than a hit, too few for a clock.  So each
   lap is walked again and again, and its mean counts: policies miss in these laps more or less
   often, which the analysis computes.  A page is visited at another place each time, so that one
   chain goes through all visits. */
#include "../../analysis/room.h"
#include "../common/laps.h"
#include "../common/places.h"
#include "../common/spread.h"
#include "../machine/pages.h"
#include "../machine/rest.h"
#include "../machine/sweep.h"
#include "../machine/walks_alone.h"

#include <math.h>
#include <stdint.h>

enum {
    FEW = 2, /* pages that any TLB holds */
    MOST_PAGES = LAPS_BLOCKS(LAPS_MOST_WAYS),
    SEARCHES = 3,
    MOMENTS = 4 /* later times at which the ways are searched for again */
};
static const double MOMENT_NS = 5e6;
/* The least factor by which one miss in a lap makes pages cost more than a few. */
static const double RISE = 1.025;

struct bench {
    struct places places;
    struct dice dice;
    size_t order[LAPS_VISITS];
    size_t ways, apart; /* and bytes from one page to the next */
    struct timed_lap lap[LAPS];
};

/* ---- ways ---- */

/* Returns the least of a few measurements, since disturbances only add. */
static double pages_cost(void *all, size_t count) {
    struct bench *bench = all;
    double least = NOT_MEASURED;
    for (size_t i = 0; i < SEARCHES; i++) {
        bool good = places_fill(&bench->places, count, 0, bench->apart);
        least = good ? fmin(least, places_measure(&bench->places, count)) : NOT_MEASURED;
    }
    return least;
}

/* Returns the most pages that fit at the current distance. */
static size_t pages_that_fit(struct bench *bench) {
    size_t room = bench->places.pages.bytes / bench->apart;
    size_t most = room < MOST_PAGES ? room : MOST_PAGES;
    return places_most(pages_cost, bench, 1, most, RISE * pages_cost(bench, FEW));
}

/* Finds two distances at which the same number fits, such as a way and twice a way (X-Ray's
   Theorem 1). */
static const char *find_ways(struct bench *bench) {
    size_t page = bench->places.pages.page_bytes, bytes = bench->places.pages.bytes, last = 0;
    for (bench->apart = page; bench->apart * FEW * 2 <= bytes; bench->apart *= 2) {
        bench->ways = pages_that_fit(bench);
        if (bench->ways > 0 && bench->ways == last) {
            bench->apart /= 2;
            return bench->ways <= LAPS_MOST_WAYS ? NULL : NEVER_HERE "the TLB has too many ways";
        }
        last = bench->ways;
    }
    return NEVER_HERE "no two distances between pages at which the same number fits";
}

/* Returns whether more pages fit later, because another thread of the core had taken entries. */
static bool were_taken(struct bench *bench) {
    for (size_t i = 0; i < MOMENTS; i++) {
        machine_rest(bench->places.machine, MOMENT_NS);
        if (pages_that_fit(bench) > bench->ways)
            return true;
    }
    return false;
}

/* ---- laps ---- */

/* A place of BLOCK that is not visited yet, in a line that goes with the number of the visit, or
   one behind it; where all lines are, at another word. */
static size_t place_of(const struct bench *bench, size_t visit, size_t block) {
    size_t lines = bench->places.pages.page_bytes / PLACES_LINE, line = visit, place, i;
    do {
        size_t word = line / lines % (PLACES_LINE / sizeof(uint64_t)) * sizeof(uint64_t);
        place = block * bench->apart + line++ % lines * PLACES_LINE + word;
        for (i = 0; i < visit && bench->order[i] != place; i++)
            continue;
    } while (i < visit);
    return place;
}

/* In lines that all sets of the cache have as many of; and the same packed. */
static void time_lap(struct bench *bench, struct timed_lap *timed, size_t layout) {
    const struct lap *lap = &timed->lap;
    for (size_t i = 0; i < lap->visits; i++)
        bench->order[i] = place_of(bench, i, lap->block[i]);
    timed->cycles[layout] = places_in_order(&bench->places, lap->visits);
    for (size_t i = 0; i < lap->visits; i++)
        bench->order[i] = i * PLACES_LINE;
    timed->same[layout] = places_in_order(&bench->places, lap->visits);
}

/* ---- the table ---- */

static const char *print_laps(struct bench *bench, FILE *out) {
    fprintf(out, "# sweep: tlb_replacement\n# columns: lap step block ways cycles same\n");
    for (size_t i = 0; i < LAPS; i++) {
        struct timed_lap *timed = &bench->lap[i];
        double cycles = spread_of(timed->cycles, LAPS_LAYOUTS).median;
        double same = spread_of(timed->same, LAPS_LAYOUTS).median;
        if (!(is_measured(cycles) && is_measured(same)))
            return "all samples were disturbed";
        for (size_t j = 0; j < timed->lap.visits; j++)
            fprintf(out, "%zu\t%zu\t%zu\t%zu\t%.4f\t%.4f\n", i + 1, j + 1, timed->lap.block[j] + 1,
                    bench->ways, cycles, same);
    }
    return NULL;
}

static const char *measure_laps(struct bench *bench, FILE *out) {
    const char *why = find_ways(bench);
    size_t bytes = LAPS_BLOCKS(bench->ways) * bench->apart;
    if (why != NULL)
        return why;
    for (size_t i = 0; i < LAPS; i++)
        if (!lap_write(&bench->lap[i].lap, i, bench->ways))
            return "the TLB has too many ways";
    for (size_t layout = 0; layout < LAPS_LAYOUTS; layout++) {
        if (!places_draw(&bench->places, bytes))
            return "no memory for the pages";
        for (size_t i = 0; i < LAPS; i++)
            time_lap(bench, &bench->lap[i], layout);
    }
    if (were_taken(bench))
        return "another thread takes entries of the TLB";
    return print_laps(bench, out);
}

sweep sweep_tlb_replacement;

const char *sweep_tlb_replacement(struct machine *machine, FILE *out) {
    if (!chain_walks_alone(machine))
        return NEVER_HERE "without optimisation the stack takes an entry of the TLB";
    static struct bench bench;
    bench = (struct bench){.dice = {20040614}};
    bench.places = (struct places){.machine = machine,
                                   .policy = PAGES_SMALL,
                                   .dice = &bench.dice,
                                   .order = bench.order,
                                   .room = ROOM_OF(bench.order)};
    size_t limit = pages_limit(machine), bytes = (size_t)64 << 20;
    bool drawn = places_draw(&bench.places, limit < bytes ? limit : bytes);
    const char *why = drawn ? measure_laps(&bench, out) : "no memory for the pages";
    pages_release(machine, &bench.places.pages);
    return why;
}
