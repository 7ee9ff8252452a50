/* tlb.c - the sweep of the first TLB: one place on each of more and more pages (reach.h).

   METHODS 0a.1 and 1.10, after lmbench's tlb.c.  Twice as many places as are held, closer together:
   they miss once each has a page of its own (BlackjackBench 3.1.1). */
#include "harness/probe.h"
#include "places/places.h"
#include "reach/reach.h"

#include <math.h>
#include <stdlib.h>

enum { CLOSEST = 16 /* parts of a page */ };
static const double PAUSE_NS = 25e6;

struct bench {
    struct reach reach;
    struct places places;
    size_t order[2 * REACH_MOST];
};

/* ---- places ---- */

static double measure(struct reach *reach, size_t count, size_t stride) {
    struct bench *bench = reach->places;
    places_put(&bench->places.pages, &reach->dice, bench->order, count, stride);
    return places_measure(&bench->places, count);
}

static void pass_time(struct reach *reach) {
    struct bench *bench = reach->places;
    places_wait(&bench->places, PAUSE_NS);
}

static bool draw(struct reach *reach) {
    struct bench *bench = reach->places;
    return places_draw(&bench->places, reach->most * reach_widest(reach));
}

/* ---- the table ---- */

static const char *measure_all(struct reach *reach, FILE *out) {
    size_t most = reach_plan(reach);
    if (most == 0)
        return "no number of pages costs more than a few, or all were disturbed";
    for (size_t close = reach->page / CLOSEST; close < reach_narrowest(reach); close *= 2)
        reach_add(reach, close, 2 * most, false);
    const char *why = reach_measure(reach);
    if (why != NULL)
        return why;
    fprintf(out, "# sweep: tlb\n# columns: stride places cycles low same twice\n");
    return reach_print(reach, out) > 0 ? NULL : REACH_DISTURBED;
}

/* As many pages as memory and limits allow. */
static bool open_bench(struct bench *bench) {
    struct reach *reach = &bench->reach;
    if (!places_draw(&bench->places, 1))
        return false;
    reach->page = bench->places.pages.page_bytes;
    size_t limit = pages_limit(reach->machine) / reach_widest(reach);
    reach->most = limit < REACH_MOST ? limit : REACH_MOST;
    reach->room = reach->most;
    return reach->most >= 2 * REACH_FEW && draw(reach);
}

sweep sweep_tlb;

const char *sweep_tlb(struct machine *machine, FILE *out) {
    if (!chain_walks_alone(machine))
        return "without optimisation the stack takes an entry of the TLB";
    struct bench *bench = calloc(1, sizeof *bench);
    if (bench == NULL)
        return "no memory for the pages";
    bench->reach = (struct reach){.machine = machine,
                                  .dice = {20040614},
                                  .rise = 1.03,
                                  .measure = measure,
                                  .draw = draw,
                                  .pass_time = pass_time,
                                  .places = bench};
    bench->places =
        (struct places){.machine = machine, .dice = &bench->reach.dice, .order = bench->order};
    const char *why =
        open_bench(bench) ? measure_all(&bench->reach, out) : "no memory for the pages";
    pages_release(machine, &bench->places.pages);
    free(bench);
    return why;
}
