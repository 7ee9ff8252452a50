/* unified.c - the sweep of code against data: measures from which levels code evicts data (AMP
   3.6).  Fails without an assembler that repeats instructions.

   Each case loads a working set, then executes its own part, then executes a little code again and
   again until all cases have taken equally long, and then times a lap over the working set.  The
   own part loads other data of twelve times the size, or executes as much straight-line code, or is
   empty.  The empty case shows the cost of the time that passes on a shared core.  The first row is
   a small working set without anything in between, since a single lap of it is too short to be
   timed.  Other sets that are as short have no row. */
#include "../common/order.h"
#include "../common/sample.h"
#include "../common/spread.h"
#include "../machine/code.h"
#include "../machine/pages.h"
#include "../machine/sweep.h"
#include "blocks.h"

#include <math.h>

enum {
    LINE = 64, /* bytes between places: no line is skipped */
    LEAST = 1024,
    MOST = 1 << 19,
    ROWS = 20,     /* at most */
    STREAMED = 12, /* times a working set */
    PASSES = 3,
    REPEATS = 3, /* in each pass */
    LAPS = PASSES * REPEATS,
    LITTLE = 64, /* times, between readings of the clock */
    WARM = 2     /* laps */
};

/* A lap takes at least so many ns, and so many steps of the clock. */
static const double SHORTEST_NS = 100, STEPS = 5;

enum kind { ALONE, DATA, OF_CODE, KINDS };

struct row {
    size_t bytes;
    double ns[KINDS][LAPS]; /* of a load in a lap */
};

struct working_set {
    struct machine *machine;
    struct dice dice;
    struct pages pages, other;
    struct chain chain, stream;
    double span_ns; /* from one lap to the next */
    size_t rows;
    struct row row[ROWS];
};

/* Executes so many bytes of code, a block for each binary digit. */
static void execute(struct machine *machine, size_t bytes) {
    for (size_t i = 0; i < BLOCKS; i++)
        if ((bytes & blocks[i].bytes) != 0)
            code_run(machine, &blocks[i], 1);
}

/* Executes what comes between two laps over a set of BYTES.  Returns the time it took. */
static double go_away(struct working_set *set, size_t bytes, enum kind kind) {
    struct machine *machine = set->machine;
    double begin = machine_age_ns(machine);
    if (kind == DATA)
        chain_walk(machine, &set->stream, set->stream.count);
    else if (kind == OF_CODE)
        execute(machine, STREAMED * bytes);
    while (machine_age_ns(machine) < begin + set->span_ns)
        code_run(machine, blocks, LITTLE);
    return machine_age_ns(machine) - begin;
}

static double time_lap(struct working_set *set, size_t bytes, enum kind kind) {
    struct machine *machine = set->machine;
    chain_walk(machine, &set->chain, WARM * set->chain.count);
    go_away(set, bytes, kind);
    return chain_burst(machine, &set->chain, set->chain.count) / (double)set->chain.count;
}

/* Links places page by page, so that a TLB with a smaller reach than a cache does not look like a
   level. */
static void link_lines(struct working_set *set, struct chain *chain, const struct pages *pages,
                       size_t *order, size_t bytes) {
    size_t count = bytes / LINE;
    order_blocks(&set->dice, order, count, LINE, pages->page_bytes);
    chain_link(set->machine, chain, pages, order, count);
}

static void link_set(struct working_set *set, size_t bytes) {
    static size_t order[MOST / LINE], others[STREAMED * MOST / LINE];
    link_lines(set, &set->chain, &set->pages, order, bytes);
    link_lines(set, &set->stream, &set->other, others, STREAMED * bytes);
}

static void measure_row(struct working_set *set, struct row *row, size_t pass) {
    link_set(set, row->bytes);
    set->span_ns = 0;
    if (pass == 0)
        go_away(set, row->bytes, OF_CODE); /* the system loads the code's pages first */
    double code_ns = go_away(set, row->bytes, OF_CODE), data_ns = go_away(set, row->bytes, DATA);
    set->span_ns = fmax(code_ns, data_ns);
    for (size_t lap = pass * REPEATS; lap < (pass + 1) * REPEATS; lap++)
        for (int kind = 0; kind < KINDS; kind++)
            row->ns[kind][lap] = time_lap(set, row->bytes, (enum kind)kind);
}

/* Returns the least time but one, since noise makes laps longer and the lines are the same in every
   lap. */
static double lap_ns(struct row *row, enum kind kind) {
    return fmax(spread_of(row->ns[kind], LAPS).low, 0);
}

static void print_row(size_t bytes, double alone, double data, double code, FILE *out) {
    fprintf(out, "%zu\t%.3f\t%.3f\t%.3f\n", bytes, alone, data, code);
}

static bool measure_hits(struct working_set *set, FILE *out) {
    struct timing timing;
    link_set(set, LEAST);
    if (!sample_chain(set->machine, &set->chain, &timing))
        return false;
    fprintf(out, "# sweep: unified\n# columns: bytes alone_ns data_ns code_ns\n");
    print_row(LEAST, timing.ns, timing.ns, timing.ns, out);
    return true;
}

static void print_rows(struct working_set *set, FILE *out) {
    double least = fmax(SHORTEST_NS, STEPS * machine_resolution_ns(set->machine));
    for (struct row *row = set->row; row < set->row + set->rows; row++) {
        double alone = lap_ns(row, ALONE);
        if (alone * (double)(row->bytes / LINE) >= least)
            print_row(row->bytes, alone, lap_ns(row, DATA), lap_ns(row, OF_CODE), out);
    }
}

/* Adds rows in steps of half an octave. */
static void plan_rows(struct working_set *set, size_t most) {
    for (size_t octave = 2 * LEAST; octave <= most; octave *= 2)
        for (size_t bytes = octave; bytes < 2 * octave && bytes <= most; bytes += octave / 2)
            set->row[set->rows++].bytes = bytes;
}

/* Measures all rows, and then all again, since other load may make several laps in a row slower.
   There are several laps in a row, since a cache may keep repeated lines only after a few laps. */
static const char *measure_all(struct working_set *set, size_t most, FILE *out) {
    if (!measure_hits(set, out))
        return "all samples were disturbed";
    plan_rows(set, most);
    for (size_t pass = 0; pass < PASSES; pass++)
        for (size_t i = 0; i < set->rows; i++)
            measure_row(set, &set->row[i], pass);
    print_rows(set, out);
    return NULL;
}

sweep sweep_unified;

const char *sweep_unified(struct machine *machine, FILE *out) {
    struct working_set set = {.machine = machine, .dice = {20040614}};
    size_t limit = pages_limit(machine) / (STREAMED + 1) / LEAST * LEAST;
    size_t most = limit < MOST ? limit : MOST;
    const char *why = "there is no memory for the working sets";
    if (blocks->run == NULL)
        return NEVER_HERE "the compiler has no assembler that repeats instructions";
    if (most < LEAST || !pages_draw(machine, &set.pages, most, PAGES_HUGE))
        return why;
    if (pages_draw(machine, &set.other, STREAMED * most, PAGES_HUGE)) {
        why = measure_all(&set, most, out);
        pages_release(machine, &set.other);
    }
    pages_release(machine, &set.pages);
    return why;
}
