/* tlb_unified.c - the sweep of code against data in the last TLB: measures whether code on many
   pages evicts translations of data (METHODS 1.9, after AMP 3.6); fails without an assembler for
   the code.

   A line of each of some pages is loaded; then many other lines are loaded, and as many lines of
   code called; and then a lap over the first lines is timed.  The other lines have pages of their
   own, or those of code have, or neither: so the caches contain the same in all cases.  The cycles
   of calls on pages of their own and packed show whether code is translated. */
#include "../../analysis/room.h"
#include "../common/places.h"
#include "../common/spread.h"
#include "../machine/pages.h"
#include "../machine/sweep.h"
#include "code_pages.h"

#include <math.h>

enum {
    APART = 3, /* pages from one place to the next, since adjacent pages may share an entry */
    LEAST = 16,
    MOST = 3072,
    FIRST = 2, /* the page behind the loop's is the compiler's */
    OTHERS = CODE_PAGES - FIRST,
    REPEATS = 5,
    WARM = 2 /* laps */
};

/* The shortest lap. */
static const double SHORTEST_NS = 50, STEPS = 5;

enum kind { ALONE, DATA, OF_CODE, KINDS };

struct bench {
    struct places places;
    struct dice dice;
    size_t pages, order[MOST], other_order[OTHERS], packed_order[OTHERS];
    struct chain chain, others, packed;
    size_t between; /* lines of either kind between two laps */
    uint32_t far[OTHERS], near[OTHERS];
    double ns[KINDS][REPEATS]; /* of a load in a lap */
};

/* COUNT lines STRIDE bytes apart from BEGIN on, each a line further into its page. */
static bool link_lines(struct bench *bench, struct chain *chain, size_t *order, size_t count,
                       size_t begin, size_t stride) {
    struct places *places = &bench->places;
    if (!places_put(&places->pages, &bench->dice, order, count, begin, stride))
        return false;
    order_shuffle(&bench->dice, order, count);
    chain_link(places->machine, chain, &places->pages, order, count);
    return true;
}

/* The order is free until a first chain is linked. */
static void draw_calls(struct bench *bench, size_t page) {
    order_spaced(&bench->dice, bench->order, bench->between, 0, 1);
    for (size_t i = 0; i < bench->between; i++) {
        size_t at = bench->order[i];
        bench->far[i] = (uint32_t)((FIRST + at) * page + code_pages_line(FIRST + at, page));
        bench->near[i] = (uint32_t)(CODE_PAGES_SPARSE + at * TLB_LINE_BYTES + CODE_PAGES_BEGIN);
    }
}

static void call_all(struct bench *bench, const uint32_t *offset, double *cycles) {
    struct calls calls =
        code_pages_calls(offset, bench->between, bench->between, bench->places.pages.page_bytes);
    struct timing timing;
    if (calls_sample(bench->places.machine, &calls, &timing))
        *cycles = fmin(*cycles, timing.cycles);
}

/* Does the loads and calls between two laps. */
static void go_away(struct bench *bench, enum kind kind, double *call) {
    struct machine *machine = bench->places.machine;
    chain_walk(machine, kind == DATA ? &bench->others : &bench->packed, bench->between);
    call_all(bench, kind == OF_CODE ? bench->far : bench->near, &call[kind != OF_CODE]);
}

static double time_lap(struct bench *bench, enum kind kind, double *call) {
    struct machine *machine = bench->places.machine;
    chain_walk(machine, &bench->chain, WARM * bench->chain.count);
    go_away(bench, kind, call);
    return chain_burst(machine, &bench->chain, bench->chain.count) / (double)bench->chain.count;
}

/* Returns false if a lap is too short for the clock. */
static bool print_row(struct bench *bench, size_t stride, FILE *out) {
    double median[KINDS], call[2] = {NOT_MEASURED, NOT_MEASURED};
    if (!room_for(ROOM_OF(bench->order), bench->pages, 1) ||
        !link_lines(bench, &bench->chain, bench->order, bench->pages, 0, stride))
        return false;
    for (size_t i = 0; i < REPEATS; i++)
        for (int kind = 0; kind < KINDS; kind++)
            bench->ns[kind][i] = time_lap(bench, (enum kind)kind, call);
    for (int kind = 0; kind < KINDS; kind++)
        median[kind] = fmax(spread_of(bench->ns[kind], REPEATS).median, 0);
    double least = fmax(SHORTEST_NS, STEPS * machine_resolution_ns(bench->places.machine));
    bool good = is_measured(call[0]) && is_measured(call[1]) &&
                median[ALONE] * (double)bench->pages >= least;
    if (good)
        fprintf(out, "%zu\t%.3f\t%.3f\t%.3f\t%.3f\t%.3f\n", bench->pages, median[ALONE],
                median[DATA], median[OF_CODE], call[0], call[1]);
    return good;
}

/* Measures sizes half an octave apart.  Returns the number of rows. */
static size_t print_rows(struct bench *bench, size_t most, size_t stride, FILE *out) {
    size_t printed = 0;
    fprintf(out, "# sweep: tlb_unified\n"
                 "# columns: pages alone_ns data_ns code_ns call_cycles packed_cycles\n");
    for (size_t octave = LEAST; octave <= most; octave *= 2)
        for (bench->pages = octave; bench->pages < 2 * octave && bench->pages <= most;
             bench->pages += octave / 2)
            printed += print_row(bench, stride, out);
    return printed;
}

/* Half of the room is for the lines between two laps. */
static const char *open_bench(struct bench *bench, size_t *most) {
    struct places *places = &bench->places;
    if (!places_draw(places, 1))
        return "no memory for the pages";
    size_t page = places->pages.page_bytes, apart = APART * page;
    size_t others = pages_limit(places->machine) / apart / 2, code = CODE_PAGES_SPARSE / page;
    code = code > FIRST ? code - FIRST : 0;
    bench->between = others < code ? others : code;
    *most = others < MOST ? others : MOST;
    size_t begin = *most * apart, behind = begin + bench->between * apart;
    if (*most < LEAST || bench->between < LEAST ||
        !room_for(ROOM_OF(bench->far), bench->between, 1) ||
        !places_draw(places, behind + bench->between * PLACES_LINE))
        return "no memory for the pages";
    if (!link_lines(bench, &bench->others, bench->other_order, bench->between, begin, apart) ||
        !link_lines(bench, &bench->packed, bench->packed_order, bench->between, behind,
                    PLACES_LINE))
        return "no memory for the pages";
    draw_calls(bench, page);
    return NULL;
}

sweep sweep_tlb_unified;

const char *sweep_tlb_unified(struct machine *machine, FILE *out) {
    static struct bench bench;
    size_t most = 0;
    bench = (struct bench){.places = {.machine = machine}, .dice = {20040614}};
    const char *why = open_bench(&bench, &most);
    if (why == NULL && print_rows(&bench, most, APART * bench.places.pages.page_bytes, out) == 0)
        why = "no assembler for the code, or all samples were disturbed";
    pages_release(machine, &bench.places.pages);
    return why;
}
