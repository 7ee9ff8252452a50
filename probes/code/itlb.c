/* itlb.c - the sweep of the first TLB of code: measures one call on each of more and more pages
   (reach.h); fails where no number of pages misses, or noise lasts.

   The loop that calls is code too and has a page: it is the first of the places, and the called
   ones follow at equal distances.  They are called in turn, always in the same order, and entered
   at one of three instructions: hardly any call is predicted, and pages are translated one after
   the other.  Lines packed side by side show how much is due to a predictor and the caches. */
#include "../../analysis/ascending.h"
#include "../common/sample.h"
#include "../machine/pages.h"
#include "../machine/sweep.h"
#include "../tlb/code_pages.h"
#include "../tlb/reach.h"

#include <math.h>
#include <stdlib.h>

/* ---- calls ---- */

enum {
    ENTRIES = 3,         /* of a place; of one alone all */
    FEWEST_CALLS = 8192, /* and so many laps that the first one does not count */
    LAPS = 128,
    MOST_PLACES =
        (int)REACH_PLACES < (int)CODE_PAGES_PACKED ? (int)REACH_PLACES : (int)CODE_PAGES_PACKED,
    MOST_CALLS = LAPS * MOST_PLACES,
    TRIES = 20
};
/* How long to wait until no other thread runs on the core. */
static const double PATIENCE_NS = 2e9, PAUSE_NS = 3e6;
static const double SAMPLES_AGREE = 1.02;

struct bench {
    struct reach reach;
    uint32_t offset[MOST_CALLS];
    size_t order[MOST_PLACES], lap, count; /* calls of a lap, and all */
    double least_contention, patience_ns;
};

/* A random page from FIRST up to END whose line leaves no set of a cache with much more than its
   share of the PLACES before. */
static size_t any_page(struct bench *bench, size_t first, size_t end, size_t places) {
    struct reach *reach = &bench->reach;
    size_t lines = reach->page / TLB_LINE_BYTES, page = first;
    for (size_t tries = 0; tries < lines; tries++) {
        size_t alike = 0;
        page = first + dice_below(&reach->dice, end - first);
        for (size_t i = 0; i < places; i++)
            alike += bench->order[i] % reach->page == code_pages_line(page, reach->page);
        if (alike <= places / lines)
            break;
    }
    return page;
}

/* The I-th of COUNT places; those before are known. */
static size_t place_of(struct bench *bench, size_t i, size_t count, size_t stride) {
    size_t page_bytes = bench->reach.page, apart = CODE_PAGES_SPARSE / page_bytes / count;
    if (stride == TLB_LINE_BYTES)
        return CODE_PAGES_SPARSE + i * TLB_LINE_BYTES + CODE_PAGES_BEGIN;
    size_t page =
        stride > 0 ? i * (stride / page_bytes) : any_page(bench, i * apart, (i + 1) * apart, i - 1);
    return page * page_bytes + code_pages_line(page, page_bytes);
}

/* Writes the called places: all except the first, which is the loop's, or a packed line where
   there is no other. */
static void draw_calls(struct bench *bench, size_t count, size_t stride) {
    bench->lap = count > 1 ? count - 1 : 1;
    for (size_t i = 0; i < bench->lap; i++)
        bench->order[i] = place_of(bench, i + 1, count, count > 1 ? stride : TLB_LINE_BYTES);
    order_shuffle(&bench->reach.dice, bench->order, bench->lap);
    bench->count = LAPS * bench->lap > FEWEST_CALLS ? LAPS * bench->lap : FEWEST_CALLS;
}

/* Writes calls.  No list is used twice, since a predictor might learn it, and no entry twice in a
   row. */
static void enter_calls(struct bench *bench) {
    bool only = bench->lap == 1;
    for (size_t i = 0, entry = 0; i < bench->count; i++) {
        size_t any = dice_below(&bench->reach.dice, only ? CODE_PAGES_ENTRIES - 1 : ENTRIES);
        entry = only ? (entry + 1 + any) % CODE_PAGES_ENTRIES : any;
        bench->offset[i] = (uint32_t)(bench->order[i % bench->lap] + entry);
    }
}

/* The first of COUNT ascending samples that nearly equals the next one, or COUNT where there is
   none. */
static size_t first_agreeing(const double *cycles, size_t count) {
    size_t i = 0;
    while (i + 1 < count && cycles[i + 1] > SAMPLES_AGREE * cycles[i])
        i++;
    return i + 1 < count ? i : count;
}

/* Takes samples until two agree, and returns the lesser.  What disturbs them adds, but a lucky
   predictor makes some too fast: the least is not the cost where no other is like it.  Another
   thread of the core would take its share, and entries. */
static double measure(struct reach *reach, size_t count, size_t stride) {
    struct bench *bench = reach->places;
    struct timing timing;
    double cycles[TRIES];
    size_t samples = 0, first = 0;
    draw_calls(bench, count, stride);
    struct calls calls = code_pages_calls(bench->offset, bench->count, bench->lap, reach->page);
    for (int i = 0; i < TRIES && first == samples &&
                    !sample_contended(reach->machine, &bench->least_contention, bench->patience_ns);
         i++) {
        enter_calls(bench);
        if (calls_sample(reach->machine, &calls, &timing))
            cycles[samples++] = timing.cycles;
        qsort(cycles, samples, sizeof *cycles, ascending);
        first = first_agreeing(cycles, samples);
    }
    return first < samples ? cycles[first] : NOT_MEASURED;
}

static void pass_time(struct reach *reach) {
    double end = machine_age_ns(reach->machine) + PAUSE_NS;
    while (machine_age_ns(reach->machine) < end)
        machine_contention(reach->machine);
}

/* Code cannot be moved: layouts differ in their distances and in the random pages. */
static bool draw(struct reach *reach) {
    (void)reach;
    return true;
}

/* ---- the table ---- */

static const char *measure_all(struct reach *reach, FILE *out) {
    if (reach_plan(reach, REACH_FEW) == 0)
        return "no number of pages of code costs more than a few, or all samples were disturbed";
    const char *why = reach_measure(reach);
    fprintf(out, "# sweep: itlb\n# columns: stride chunks cycles low same twice\n");
    return why != NULL || reach_print(reach, out) > 0 ? why : REACH_DISTURBED;
}

static bool find_room(struct reach *reach) {
    struct pages pages;
    if (!pages_draw(reach->machine, &pages, 1, PAGES_SMALL))
        return false;
    reach->page = pages.page_bytes;
    reach->most = CODE_PAGES_SPARSE / reach_widest(reach);
    reach->room = CODE_PAGES_SPARSE / reach_narrowest(reach);
    reach->places_most = MOST_PLACES;
    pages_release(reach->machine, &pages);
    return reach->most >= 2 * REACH_FEW;
}

sweep sweep_itlb;

const char *sweep_itlb(struct machine *machine, FILE *out) {
    static struct bench bench;
    bench.reach = (struct reach){.machine = machine,
                                 .dice = {20040614},
                                 .spare = 1,
                                 .lucky = true,
                                 .rise = 1.05,
                                 .measure = measure,
                                 .draw = draw,
                                 .pass_time = pass_time,
                                 .places = &bench};
    bench.least_contention = NOT_MEASURED;
    bench.patience_ns = machine_age_ns(machine) + PATIENCE_NS;
    return find_room(&bench.reach) ? measure_all(&bench.reach, out) : "no room for the pages";
}
