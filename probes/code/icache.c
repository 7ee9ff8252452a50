/* icache.c - the sweep of the instruction cache: measures calls of code on a number of lines at
   equal distances, in turn (X-Ray's compact sets, sections 4.2 to 4.4).  Fails if another thread
   runs on the core all the time, or without an assembler.

   `lines' blocks of code, `stride' bytes apart, all stay cached if and only if lines <= max(C /
   stride, A) (Theorem 1).  2 A of them, a way apart, do so once A are shifted by a whole line
   (Figure 10).  Calls are in a fixed order, and each enters its block at a random instruction.  So
   hardly any call is predicted, code is not fetched ahead, and the whole cost of a miss shows
   (straight-line code shows none).  A cache of decoded instructions, which is indexed
   by the entry, holds hardly any of these either, except of a single chunk, which has few entries.
   A block is two chunks, or four: with four a branch predictor has twice as many returns to
   remember, while each set of the cache has as many lines as before, however long these are.  A
   structure with one entry for all branches of a line cannot be distinguished from the cache.

   The lines of the calling loop conflict with some blocks, and two lines with similar frames may
   evict each other in a cache that predicts its ways.  So the sequences are at a few places of the
   area in turn, each on other pages, and the best repeats count. */
#include "../common/order.h"
#include "../common/sample.h"
#include "../common/spread.h"
#include "../common/undisturbed.h"
#include "../machine/calls.h"
#include "../machine/sweep.h"
#include "area.h"

#include "../../analysis/code/held.h"
#include "../../analysis/room.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- parameters of the sweep ---- */

enum {
    WIDEST = 128 << 10,
    MOST_LINES = 40,
    MOST_WAYS = 20, /* wide strides are tried with up to one line more */
    WIDE = 8 << 10,
    REPEATS = 20,
    /* Indices of the repeats that count, in ascending order.  Noise and the loop's own lines make
       repeats longer, but a slow ruler makes a few shorter.  At one place all of them may be
       good. */
    CYCLES = 3,
    HIGH = 4,
    SEARCHED = 10, /* repeats before it is known which lines are shifted */
    PLACES = 4,
    SHIFTED_PLACES = 2, /* only these have room for a shift behind them */
    FEW_CHUNKS = 2,
    MANY_CHUNKS = 4,
    FEWEST_CALLS = 512,
    MOST_CALLS = 1 << 15,
    TRIES = 3,
    DRAWS = 4,
    MOST_ROWS = 640
};
static const double PATIENCE_NS = 2e9;
/* A sample takes at least the quantum divided by this, since a miss costs a fifth of a call or
   more. */
static const double SHORT = 4;
/* Places are on other pages and other sets, with a few lines between them. */
enum { APART = 11 * AREA_PAGE + AREA_BLOCK + AREA_PART / 4, ALL_PLACES = PLACES * APART };
/* The distance between places with shifted lines, a multiple of the longest line: a place in the
   middle of a line would leave it by a shorter shift. */
enum { SHIFTED_APART = 11 * AREA_PAGE + AREA_BLOCK };

/* CHUNKS of a block, one of which is called; SHIFT in bytes, of SHIFTED lines. */
struct row {
    size_t chunks, stride, lines, shift, shifted;
    double cycles[REPEATS];
};

struct plan {
    struct machine *machine;
    struct dice dice;
    struct row row[MOST_ROWS];
    size_t rows, calls;
    uint32_t offset[MOST_CALLS];
    struct undisturbed undisturbed;
};

static void add_row(struct plan *plan, struct row row) {
    if (room_for(ROOM_OF(plan->row), plan->rows + 1, 1) &&
        room_for(CALLS_AREA - ALL_PLACES, row.lines, row.stride))
        plan->row[plan->rows++] = row;
}

static void add_strides(struct plan *plan) {
    for (size_t chunks = FEW_CHUNKS; chunks <= MANY_CHUNKS; chunks *= MANY_CHUNKS / FEW_CHUNKS)
        for (size_t stride = AREA_BLOCK; stride <= WIDEST; stride *= 2)
            for (size_t lines = 1; lines <= (stride < WIDE ? MOST_LINES : MOST_WAYS + 1); lines++)
                add_row(plan, (struct row){.chunks = chunks, .stride = stride, .lines = lines});
}

/* ---- samples ---- */

/* Writes calls of the lines of ROW in a random order that repeats.  Each call enters at any
   instruction except the return.  With many chunks to a block, lines are at the other end of the
   area, whose frames are others in a physically indexed cache.  With one chunk, lines are any
   number of ways apart: a branch predictor that hashes addresses confuses many branches at equal
   distances, and others for each shift. */
static void draw_calls(struct plan *plan, const struct row *row, size_t place) {
    const size_t entries = CALLS_CHUNK - 1, room = (CALLS_AREA - ALL_PLACES) / row->stride;
    const size_t last = room - 1, blocks = row->chunks == 1 ? room : row->lines;
    size_t order[CALLS_AREA / AREA_BLOCK];
    order_spaced(&plan->dice, order, blocks, 0, 1);
    for (size_t i = 0; i < plan->calls; i++) {
        size_t line = order[i % row->lines];
        size_t entered = dice_below(&plan->dice, row->chunks * entries);
        size_t shift = i % row->lines < row->shifted ? row->shift : 0;
        size_t block = row->chunks == MANY_CHUNKS ? last - line : line;
        plan->offset[i] = (uint32_t)(place + block * row->stride + shift +
                                     entered / entries * CALLS_CHUNK + entered % entries);
    }
}

/* Returns the cycles of a call, or NOT_MEASURED.  No list of calls is used twice, since a predictor
   might learn it. */
static double call_row(struct plan *plan, const struct row *row, size_t place) {
    struct calls calls = area_calls(plan->offset, plan->calls, row->lines);
    struct timing timing;
    for (int i = 0; i < TRIES; i++) {
        draw_calls(plan, row, place);
        if (calls_sample(plan->machine, &calls, &timing))
            return timing.cycles;
    }
    return NOT_MEASURED;
}

/* Measures the mean of a few lists if lines may be anywhere.  Another thread of the core would
   share the fetches and evict lines, so no sample is taken beside it. */
static void measure_row(void *all, size_t number, size_t repeat, bool contended) {
    struct plan *plan = all;
    struct row *row = &plan->row[number];
    size_t places = row->shift > 0 ? SHIFTED_PLACES : PLACES, draws = row->chunks == 1 ? DRAWS : 1;
    size_t apart = row->shift > 0 ? SHIFTED_APART : APART;
    row->cycles[repeat] = contended ? NOT_MEASURED : 0;
    for (size_t i = 0; i < draws && !contended; i++)
        row->cycles[repeat] += call_row(plan, row, repeat % places * apart) / (double)draws;
}

/* Measures the repeats from BEGIN up to END of all rows from FIRST on, row by row in each repeat,
   since disturbances last. */
static void measure_repeats(struct plan *plan, size_t first, size_t begin, size_t end) {
    for (size_t repeat = begin; repeat < end; repeat++)
        undisturbed_rows(&plan->undisturbed, first, plan->rows, repeat);
}

/* Doubles the number of calls until the clock times them well. */
static void find_calls(struct plan *plan) {
    struct row row = {.chunks = FEW_CHUNKS, .stride = AREA_BLOCK, .lines = 2};
    double enough = machine_quantum_ns(plan->machine) / SHORT;
    for (plan->calls = FEWEST_CALLS; plan->calls < MOST_CALLS; plan->calls *= 2) {
        struct calls calls = area_calls(plan->offset, plan->calls, row.lines);
        struct timing timing = {0, 0};
        draw_calls(plan, &row, 0);
        if (calls_sample(plan->machine, &calls, &timing) &&
            timing.ns * (double)plan->calls >= enough)
            return;
    }
}

/* ---- the line ---- */

/* Returns the cycles of ROW from the repeats before the search for the line. */
static double cycles_searched(const struct row *row) {
    double cycles[SEARCHED];
    memcpy(cycles, row->cycles, sizeof cycles);
    spread_of(cycles, SEARCHED);
    return cycles[CYCLES * SEARCHED / REPEATS];
}

/* Returns the fewest lines with few chunks, STRIDE bytes apart, that conflict, or 0 if none do. */
static size_t find_conflict(const struct plan *plan, size_t stride) {
    const struct row *row = plan->row, *end = row + plan->rows;
    double few = 0, high = NOT_MEASURED;
    while (row < end && row->stride < stride)
        row++;
    for (; row < end && row->stride == stride; row++) {
        double cycles = cycles_searched(row);
        if (cycles >= held_limit((double)row->lines, few, high))
            return row->lines;
        few = row->lines > FEW_LINES ? few : cycles;
        high = fmax(row->lines > FEW_LINES ? high : 0, cycles);
    }
    return 0;
}

/* Returns the size of a way: the narrowest stride at which as many lines conflict as at the widest
   stride that shows a conflict.  Returns 0 if no stride does. */
static size_t find_way(const struct plan *plan) {
    size_t stride = WIDEST;
    while (stride >= AREA_BLOCK && find_conflict(plan, stride) == 0)
        stride /= 2;
    while (stride > AREA_BLOCK && find_conflict(plan, stride / 2) == find_conflict(plan, stride))
        stride /= 2;
    return stride >= AREA_BLOCK ? stride : 0;
}

static void add_shift(struct plan *plan, struct row row, size_t shift) {
    row.shift = shift;
    add_row(plan, row);
}

/* Adds the rows of Figure 10, with one chunk to a block: half of twice as many lines as a set holds
   are shifted, by powers of two, and by a chunk less. */
static void add_shifts(struct plan *plan) {
    size_t way = find_way(plan), held = way > 0 ? find_conflict(plan, way) - 1 : 0;
    struct row row = {.chunks = 1, .stride = way, .lines = 2 * held, .shifted = held};
    if (held == 0 || held > MOST_WAYS)
        return;
    add_row(plan, row);
    for (size_t shift = CALLS_CHUNK; shift <= AREA_PART / 2; shift *= 2) {
        if (shift > 2 * CALLS_CHUNK)
            add_shift(plan, row, shift - CALLS_CHUNK);
        add_shift(plan, row, shift);
    }
}

/* ---- the table ---- */

static int compare_rows(const void *a, const void *b) {
    const struct row *x = a, *y = b;
    const size_t one[] = {x->chunks, x->stride, x->lines, x->shift};
    const size_t other[] = {y->chunks, y->stride, y->lines, y->shift};
    size_t i = 0;
    while (i < 3 && one[i] == other[i])
        i++;
    return one[i] < other[i] ? -1 : one[i] > other[i];
}

/* Returns NULL, or why there is no table. */
static const char *print_rows(struct plan *plan, FILE *out) {
    size_t printed = 0;
    qsort(plan->row, plan->rows, sizeof plan->row[0], compare_rows);
    for (size_t i = 0; i < plan->rows; i++) {
        struct row *row = &plan->row[i];
        const double *cycles = row->cycles;
        spread_of(row->cycles, REPEATS);
        if (!is_measured(cycles[HIGH]))
            continue;
        if (printed++ == 0)
            fprintf(out, "# sweep: icache\n# columns: chunks stride lines shift cycles high\n");
        fprintf(out, "%zu\t%zu\t%zu\t%zu\t%.3f\t%.3f\n", row->chunks, row->stride, row->lines,
                row->shift, cycles[CYCLES], cycles[HIGH]);
    }
    return printed > 0
               ? NULL
               : "the compiler has no assembler for the code, or other threads ran on the core";
}

sweep sweep_icache;

const char *sweep_icache(struct machine *machine, FILE *out) {
    static struct plan plan;
    plan = (struct plan){.machine = machine, .dice = {20040614}};
    plan.undisturbed = (struct undisturbed){.machine = machine,
                                            .least_contention = NOT_MEASURED,
                                            .patience_ns = machine_age_ns(machine) + PATIENCE_NS,
                                            .plan = &plan,
                                            .measure = measure_row};
    find_calls(&plan);
    add_strides(&plan);
    measure_repeats(&plan, 0, 0, SEARCHED);
    size_t first = plan.rows;
    add_shifts(&plan);
    measure_repeats(&plan, first, 0, SEARCHED);
    measure_repeats(&plan, 0, SEARCHED, REPEATS);
    return print_rows(&plan, out);
}
