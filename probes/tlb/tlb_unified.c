/* tlb_unified.c - the sweep of code against data in the last TLB: measures whether code on many
   pages evicts translations of data (after AMP 3.6); fails where one frame cannot be mapped at many
   pages, or not as code.

   Some pages of data are loaded from; then many other pages of data are, or as many pages of code
   are called, or neither; and then a lap over the first pages is timed.  All pages of data are one
   frame, and all pages of code another, so that only their page tables compete for the caches.  In
   each case as many lines as these have pass through the caches.

   Where neither is visited, calls on a few pages take as long, since another thread of the core
   evicts translations meanwhile.  What calls cost on few pages and on many shows whether code
   misses its own TLB. */
#include "../common/order.h"
#include "../common/spread.h"
#include "../machine/aliases.h"
#include "../machine/pages.h"
#include "../machine/sweep.h"

#include <math.h>

enum {
    LEAST = 16,
    MOST = 3072,
    BETWEEN = 4096,  /* pages of either kind between two laps */
    VISITS = 64,     /* that are timed at the least: a few pages are visited in several laps */
    FEW = 4,         /* pages of packed calls */
    PACKED_LAPS = 4, /* as long as the calls of many pages take */
    ENTRY = 8,       /* bytes of a page table for each page */
    LINE = 64,
    LINES = BETWEEN * ENTRY / LINE,
    FRAME_LINES = 64, /* that are visited */
    REPEATS = 9,
    WARM = 2 /* laps */
};

/* The shortest lap. */
static const double SHORTEST_NS = 50, STEPS = 5;

enum kind { ALONE, DATA, OF_CODE, KINDS };

struct bench {
    struct machine *machine;
    struct dice dice;
    struct aliases data, code;
    struct pages pages;
    struct chain lines; /* on these pages */
    size_t line[LINES], order[BETWEEN], count, visits;
    uint32_t lap[MOST], other[BETWEEN], far[BETWEEN], near[BETWEEN], frame[FRAME_LINES];
    double ns[KINDS][REPEATS]; /* of a load in a lap */
};

/* An offset in PAGE.  From one page to the next the line moves by one. */
static uint32_t place(const struct bench *bench, size_t page) {
    return (uint32_t)(page * bench->data.page_bytes + page % FRAME_LINES * LINE);
}

/* Writes a place on each of COUNT pages from FIRST on, in random order. */
static void draw_places(struct bench *bench, uint32_t *offset, size_t first, size_t count) {
    order_spaced(&bench->dice, bench->order, count, first, 1);
    for (size_t i = 0; i < count; i++)
        offset[i] = place(bench, bench->order[i]);
}

/* Writes the timed visits: whole laps. */
static void draw_laps(struct bench *bench) {
    draw_places(bench, bench->lap, 0, bench->count);
    for (bench->visits = bench->count; bench->visits < VISITS; bench->visits += bench->count)
        for (size_t i = 0; i < bench->count; i++)
            bench->lap[bench->visits + i] = bench->lap[i];
}

static double time_visits(struct bench *bench, const struct aliases *aliases,
                          const uint32_t *offset, size_t count) {
    return aliases_visit(bench->machine, aliases, offset, count) / (double)count;
}

/* Does what is done between two laps, and brings what is timed next back into the first caches:
   the frame's lines and the loop that loads from them. */
static void go_away(struct bench *bench, enum kind kind, double *call_ns) {
    chain_walk(bench->machine, &bench->lines, LINES);
    if (kind == DATA)
        (void)aliases_visit(bench->machine, &bench->data, bench->other, BETWEEN);
    else if (kind == OF_CODE)
        *call_ns = fmin(*call_ns, time_visits(bench, &bench->code, bench->far, BETWEEN));
    else
        for (int lap = 0; lap < PACKED_LAPS; lap++)
            (void)aliases_visit(bench->machine, &bench->code, bench->near, BETWEEN);
    (void)aliases_visit(bench->machine, &bench->data, bench->frame, FRAME_LINES);
}

static double time_lap(struct bench *bench, enum kind kind, double *call_ns) {
    for (int lap = 0; lap < WARM; lap++)
        (void)aliases_visit(bench->machine, &bench->data, bench->lap, bench->count);
    go_away(bench, kind, call_ns);
    return time_visits(bench, &bench->data, bench->lap, bench->visits);
}

/* Noise evicts more and takes time, so that the least laps count, except the extreme one.  Returns
   false if a lap is too short for the clock. */
static bool print_row(struct bench *bench, double packed_ns, FILE *out) {
    double low[KINDS], call_ns = NOT_MEASURED;
    draw_laps(bench);
    for (size_t i = 0; i < REPEATS; i++)
        for (int kind = 0; kind < KINDS; kind++)
            bench->ns[kind][i] = time_lap(bench, (enum kind)kind, &call_ns);
    for (int kind = 0; kind < KINDS; kind++)
        low[kind] = fmax(spread_of(bench->ns[kind], REPEATS).low, 0);
    double least = fmax(SHORTEST_NS, STEPS * machine_resolution_ns(bench->machine));
    bool good = call_ns > 0 && low[ALONE] * (double)bench->visits >= least;
    if (good)
        fprintf(out, "%zu\t%.3f\t%.3f\t%.3f\t%.3f\t%.3f\n", bench->count, low[ALONE], low[DATA],
                low[OF_CODE], call_ns, packed_ns);
    return good;
}

static double time_packed_calls(struct bench *bench) {
    double packed_ns = NOT_MEASURED;
    for (size_t i = 0; i < REPEATS; i++)
        packed_ns = fmin(packed_ns, time_visits(bench, &bench->code, bench->near, BETWEEN));
    return fmax(packed_ns, 0);
}

/* Measures sizes half an octave apart.  Returns the number of rows. */
static size_t print_rows(struct bench *bench, FILE *out) {
    size_t printed = 0;
    double packed_ns = time_packed_calls(bench);
    fprintf(out, "# sweep: tlb_unified\n"
                 "# columns: pages alone_ns data_ns code_ns call_ns packed_ns\n");
    for (size_t octave = LEAST; octave <= MOST; octave *= 2)
        for (bench->count = octave; bench->count < 2 * octave && bench->count <= MOST;
             bench->count += octave / 2)
            printed += print_row(bench, packed_ns, out);
    return printed;
}

/* Returns NULL, or why there is no such memory.  The last page of data is that of the frame's
   lines. */
static const char *open_bench(struct bench *bench) {
    size_t last = MOST + BETWEEN;
    const char *why = aliases_map(bench->machine, &bench->code, ALIASES_OF_CODE, BETWEEN);
    if (why == NULL)
        why = aliases_map(bench->machine, &bench->data, ALIASES_OF_DATA, last + 1);
    if (why == NULL && !pages_draw(bench->machine, &bench->pages, LINES * LINE, PAGES_SMALL))
        why = "no memory for the pages";
    if (why != NULL)
        return why;
    order_spaced(&bench->dice, bench->line, LINES, 0, LINE);
    chain_link(bench->machine, &bench->lines, &bench->pages, bench->line, LINES);
    draw_places(bench, bench->other, MOST, BETWEEN);
    draw_places(bench, bench->far, 0, BETWEEN);
    for (size_t i = 0; i < BETWEEN; i++)
        bench->near[i] = place(bench, bench->order[i] % FEW);
    for (size_t i = 0; i < FRAME_LINES; i++)
        bench->frame[i] = (uint32_t)(last * bench->data.page_bytes + i * LINE);
    return NULL;
}

sweep sweep_tlb_unified;

const char *sweep_tlb_unified(struct machine *machine, FILE *out) {
    static struct bench bench;
    bench = (struct bench){.machine = machine, .dice = {20040614}};
    const char *why = open_bench(&bench);
    if (why == NULL && print_rows(&bench, out) == 0)
        why = "all laps are too short for the clock";
    if (bench.pages.base != NULL)
        pages_release(machine, &bench.pages);
    aliases_release(machine, &bench.data);
    aliases_release(machine, &bench.code);
    return why;
}
