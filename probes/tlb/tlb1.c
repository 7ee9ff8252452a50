/* tlb1.c - measures one place on each of more and more pages (reach.h), and twice as many places as
   are held, closer together, which miss once each has a page of its own (BlackjackBench 3.1.1).

   Small pages are fresh for each layout.  Huge ones are the same for all, since the system clears
   each, and are adjacent. */
#include "tlb1.h"

#include "../../analysis/room.h"
#include "../common/places.h"
#include "../machine/walks_alone.h"
#include "reach.h"

enum { CLOSEST = 16 /* parts of a page */, SPREAD = 256, TRIES = 3 };
#define SPLINTERED NEVER_HERE "the host backs huge pages with small ones"
static const double SMALL_PAUSE_NS = 25e6, HUGE_PAUSE_NS = 4e6;

struct bench {
    struct reach reach;
    struct places places;
    size_t order[REACH_PLACES];
};

/* ---- places ---- */

static bool is_huge(const struct bench *bench) {
    return bench->places.policy == PAGES_HUGE;
}

static double measure_from(struct reach *reach, size_t count, size_t begin, size_t stride) {
    struct bench *bench = reach->places;
    bool good = places_fill(&bench->places, count, begin, stride);
    return good ? places_measure(&bench->places, count) : NOT_MEASURED;
}

static double measure(struct reach *reach, size_t count, size_t stride) {
    return measure_from(reach, count, 0, stride);
}

static void pass_time(struct reach *reach) {
    struct bench *bench = reach->places;
    places_wait(&bench->places, is_huge(bench) ? HUGE_PAUSE_NS : SMALL_PAUSE_NS);
}

/* Bytes for COUNT places on pages of their own, and for twice as many at the least distance, which
   all miss; of huge pages, each of which has to be cleared, no more than places. */
static size_t bytes_of(const struct reach *reach, size_t count) {
    size_t twice = reach->adjacent ? 0 : 2 * reach_narrowest(reach), widest = reach_widest(reach);
    return count * (twice > widest ? twice : widest);
}

static bool draw(struct reach *reach) {
    struct bench *bench = reach->places;
    return is_huge(bench) || places_draw(&bench->places, bytes_of(reach, reach->most));
}

/* ---- huge pages ---- */

/* Do places all over the huge page at BEGIN need more than one entry, since it is not really
   huge? */
static bool is_splintered(struct reach *reach, size_t begin) {
    size_t apart = PAGES_HUGE_BYTES / SPREAD;
    bool more = true;
    for (size_t i = 0; i < TRIES && more; i++) {
        double few = measure_from(reach, REACH_FEW, begin, apart);
        double many = measure_from(reach, SPREAD, begin, apart);
        more = !is_measured(many) || many > reach->rise * few;
    }
    return more;
}

/* Is any of the PAGES that rows use? */
static bool any_splintered(struct reach *reach, size_t pages) {
    for (size_t i = 0; i < pages; i++)
        if (is_splintered(reach, i * PAGES_HUGE_BYTES))
            return true;
    return false;
}

/* Behind the first TLB may be another one: plans rows about its reach.  Returns whether a page
   that rows use is splintered. */
static bool plan_behind(struct reach *reach, size_t most) {
    size_t behind = 4 * most <= reach->most ? reach_plan(reach, 2 * most) : 0;
    size_t pages = 2 * (behind > 0 ? behind : most);
    return any_splintered(reach, pages < reach->most ? pages : reach->most);
}

/* ---- the table ---- */

static const char *measure_all(struct reach *reach, const char *name, const char *places,
                               FILE *out) {
    size_t most = reach_plan(reach, REACH_FEW);
    if (most == 0)
        return "no number of pages below 512, or that memory allows, costs more than a few, or all "
               "were disturbed";
    if (reach->adjacent && plan_behind(reach, most))
        return SPLINTERED;
    for (size_t close = reach->page / CLOSEST; close < reach_narrowest(reach); close *= 2)
        reach_add(reach, close, 2 * most, false);
    const char *why = reach_measure(reach);
    if (why != NULL)
        return why;
    fprintf(out, "# sweep: %s\n# columns: stride %s cycles low same twice\n", name, places);
    return reach_print(reach, out) > 0 ? NULL : REACH_DISTURBED;
}

/* Draws as many pages as memory and limits allow. */
static const char *open_bench(struct bench *bench) {
    struct reach *reach = &bench->reach;
    if (!places_draw(&bench->places, PAGES_HUGE_BYTES))
        return "no memory for the pages";
    if (is_huge(bench) && !bench->places.pages.huge)
        return "the system grants no huge pages";
    if (is_huge(bench) && is_splintered(reach, 0))
        return SPLINTERED;
    reach->page = is_huge(bench) ? PAGES_HUGE_BYTES : bench->places.pages.page_bytes;
    reach->adjacent = is_huge(bench);
    size_t limit = pages_limit(reach->machine) / bytes_of(reach, 1);
    reach->most = limit < REACH_MOST ? limit : REACH_MOST;
    reach->room = bytes_of(reach, reach->most) / reach_narrowest(reach);
    reach->places_most = ROOM_OF(bench->order);
    bool drawn = places_draw(&bench->places, bytes_of(reach, reach->most));
    return drawn && reach->most >= 2 * REACH_FEW ? NULL : "no memory for the pages";
}

const char *tlb1_sweep(struct machine *machine, size_t huge, FILE *out) {
    if (!chain_walks_alone(machine))
        return NEVER_HERE "without optimisation the stack takes an entry of the TLB";
    static struct bench bench;
    bench.reach = (struct reach){.machine = machine,
                                 .dice = {20040614},
                                 .rise = 1.03,
                                 .measure = measure,
                                 .draw = draw,
                                 .pass_time = pass_time,
                                 .places = &bench};
    bench.places = (struct places){.machine = machine,
                                   .policy = huge ? PAGES_HUGE : PAGES_SMALL,
                                   .dice = &bench.reach.dice,
                                   .order = bench.order,
                                   .room = ROOM_OF(bench.order)};
    const char *why = open_bench(&bench);
    if (why == NULL)
        why = measure_all(&bench.reach, huge ? "tlb_huge" : "tlb", huge ? "huge_places" : "places",
                          out);
    pages_release(machine, &bench.places.pages);
    return why;
}
