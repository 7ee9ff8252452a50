/* tlb.c - the sweep of the first TLB: one place on each of more and more pages.

   METHODS 0a.1 and 1.10, after lmbench's tlb.c.  Places lie on lines of their own, so that as many
   of them packed together tell what the caches have to do with it: as many lines where these are 64
   bytes long, and twice as many for those of 128.  Pages are an odd number of pages apart: that
   fills all sets of a TLB alike, and entries for a few neighbouring pages hold one of them only
   (coalescing).  The last page that is held is found by doubling and halving (X-Ray's Figure 8) and
   the rows about it are measured on fresh pages each.

   Twice as many places as are held, closer together: they miss once each has a page of its own
   (BlackjackBench 3.1.1).

   Pages further apart fall on fewer sets (X-Ray's Figure 8): at each distance that divides the
   entries, as many as there are entries for one set of so many, and one more.  And as many pages as
   are held, anywhere: a TLB that is not fully associative has no room for these, however it is
   indexed. */
#include "harness/order.h"
#include "harness/probe.h"
#include "harness/sample.h"
#include "harness/spread.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    LAYOUTS = 40, /* in turn, with pauses: who shares the TLB may keep an entry of it for long */
    SELDOM = 8,   /* layouts of which one is for what needs no such care */
    APART = 5,    /* pages from one place to the next, */
    FURTHER = 2,  /* more of them on other layouts, */
    KINDS = 3,    /* so that the sets of no cache look like a TLB's on all of them */
    LINE = 64,    /* bytes: so far apart in their pages, lines fall on different sets */
    THRICE = 3,   /* as far, where that would be the same */
    SEARCHES = 5,
    FEW = 4, /* few enough for any TLB */
    MOST = 512,
    ABOUT = 3,    /* rows before the last that is held, and behind the first that is not */
    CLOSEST = 16, /* parts of a page */
    MOST_ROWS = 80
};
static const double PAUSE_NS = 25e6;
/* A search is on one layout, and finds the rows only. */
static const double RISE = 1.03;

struct row {
    size_t stride, places; /* 0: anywhere */
    bool often;            /* on each layout */
    double cycles[LAYOUTS];
    size_t measured;
    double same, twice; /* the least of so many lines, packed */
};

struct bench {
    struct machine *machine;
    struct pages pages;
    struct dice dice;
    size_t order[2 * MOST], page, most; /* bytes; places on pages of their own */
    struct row row[MOST_ROWS];
    size_t rows;
};

/* ---- places ---- */

static size_t pages_in(const struct bench *bench) {
    return bench->pages.bytes / bench->page;
}

/* COUNT places, STRIDE bytes apart or on pages anywhere, each a line further than the one before,
   and one more where all lines have had their turn: caches larger than a page look at the page as
   well. */
static void place(struct bench *bench, size_t count, size_t stride) {
    size_t apart = pages_in(bench) / count;
    size_t lines = (stride > 0 && stride < bench->page ? stride : bench->page) / LINE;
    for (size_t i = 0; i < count; i++) {
        size_t at =
            stride > 0 ? i * stride : (i * apart + dice_below(&bench->dice, apart)) * bench->page;
        bench->order[i] = at + (i + i / lines) % lines * LINE;
    }
}

/* Cycles of a load, HUGE_VAL where all was disturbed. */
static double measure(struct bench *bench, size_t count, size_t stride) {
    struct timing timing;
    struct chain chain;
    place(bench, count, stride);
    order_shuffle(&bench->dice, bench->order, count);
    chain_link(bench->machine, &chain, &bench->pages, bench->order, count);
    return sample_chain(bench->machine, &chain, &timing) ? timing.cycles : HUGE_VAL;
}

/* What disturbs now may be over then. */
static void pass_time(struct bench *bench) {
    struct timing timing;
    struct chain chain;
    place(bench, FEW, LINE);
    chain_link(bench->machine, &chain, &bench->pages, bench->order, FEW);
    if (sample_chain(bench->machine, &chain, &timing))
        chain_sample(bench->machine, &chain, (size_t)(PAUSE_NS / timing.ns), &timing);
}

/* Of a row on a layout. */
static size_t stride_on(const struct bench *bench, size_t stride, size_t layout) {
    bool apart = stride == APART * bench->page;
    return apart ? stride + layout % KINDS * FURTHER * bench->page : stride;
}

/* ---- which rows ---- */

/* In ascending order, once. */
static void add_row(struct bench *bench, size_t stride, size_t places, bool often) {
    struct row *row = bench->row;
    size_t at = 0;
    while (at < bench->rows &&
           (row[at].stride < stride || (row[at].stride == stride && row[at].places < places)))
        at++;
    bool known = at < bench->rows && row[at].stride == stride && row[at].places == places;
    if (known || bench->rows == MOST_ROWS || places > bench->most)
        return;
    memmove(row + at + 1, row + at, (bench->rows++ - at) * sizeof *row);
    row[at] = (struct row){stride, places, often, {0}, 0, HUGE_VAL, HUGE_VAL};
}

/* The most places on pages of their own that cost what a few do, or 0. */
static size_t held(struct bench *bench, size_t stride) {
    double limit = RISE * measure(bench, FEW, stride);
    size_t fast = FEW, slow = FEW;
    while (slow == fast && slow < bench->most) {
        slow = 2 * slow < bench->most ? 2 * slow : bench->most;
        fast = measure(bench, slow, stride) <= limit ? slow : fast;
    }
    while (slow - fast > 1) {
        size_t middle = fast + (slow - fast) / 2;
        bool fits = measure(bench, middle, stride) <= limit;
        fast = fits ? middle : fast;
        slow = fits ? slow : middle;
    }
    return slow > fast ? fast : 0;
}

/* The pages about the last that is held, and what shows that they all miss. */
static void add_entries(struct bench *bench, size_t stride, size_t most) {
    add_row(bench, stride, FEW, false);
    for (size_t i = 0; i <= 2 * ABOUT; i++)
        if (most + i >= FEW + ABOUT)
            add_row(bench, stride, most + i - ABOUT, true);
    add_row(bench, stride, most + most / 4 * 3, false);
    add_row(bench, stride, 2 * most, false);
}

/* Of all that are held, those that fall on every APART-th set, and one more. */
static void add_ways(struct bench *bench, size_t most) {
    add_row(bench, 0, most, false);
    for (size_t apart = 2; apart <= most; apart++)
        if (most % apart == 0) {
            size_t stride = (apart == APART ? THRICE * apart : apart) * bench->page;
            add_row(bench, stride, most / apart, false);
            add_row(bench, stride, most / apart + 1, false);
        }
}

/* By the best of a few searches: who shares the TLB takes entries. */
static bool plan_rows(struct bench *bench) {
    size_t page = bench->page, stride = APART * page, most = 0;
    for (size_t i = 0; i < SEARCHES; i++) {
        size_t pages = held(bench, stride_on(bench, stride, i));
        most = pages > most ? pages : most;
        pass_time(bench);
    }
    for (size_t close = page / CLOSEST; close < stride; close *= 2)
        add_row(bench, close, 2 * most, false);
    add_entries(bench, stride, most);
    add_ways(bench, most);
    return most > 0;
}

/* ---- the table ---- */

static void measure_row(struct bench *bench, struct row *row, size_t layout) {
    size_t stride = stride_on(bench, row->stride, layout);
    row->cycles[row->measured++] = measure(bench, row->places, stride);
    if (layout % SELDOM == 0) {
        row->same = fmin(row->same, measure(bench, row->places, LINE));
        row->twice = fmin(row->twice, measure(bench, 2 * row->places, LINE));
    }
}

static void measure_layout(struct bench *bench, size_t layout) {
    size_t order[MOST_ROWS];
    for (size_t i = 0; i < bench->rows; i++)
        order[i] = i;
    order_shuffle(&bench->dice, order, bench->rows);
    for (size_t i = 0; i < bench->rows; i++)
        if (bench->row[order[i]].often || layout % SELDOM == 0)
            measure_row(bench, &bench->row[order[i]], layout);
}

static void print_row(struct row *row, FILE *out) {
    struct spread spread = spread_of(row->cycles, row->measured);
    if (spread.median < HUGE_VAL && row->same < HUGE_VAL && row->twice < HUGE_VAL)
        fprintf(out, "%zu\t%zu\t%.4f\t%.4f\t%.4f\t%.4f\n", row->stride, row->places, spread.median,
                spread.low, row->same, row->twice);
}

static bool draw(struct bench *bench) {
    size_t bytes = bench->most * stride_on(bench, APART * bench->page, KINDS - 1);
    pages_release(bench->machine, &bench->pages);
    return pages_draw(bench->machine, &bench->pages, bytes, PAGES_SMALL);
}

static const char *measure_all(struct bench *bench, FILE *out) {
    if (!plan_rows(bench))
        return "no number of pages costs more than a few, or all were disturbed";
    for (size_t layout = 0; layout < LAYOUTS; layout++) {
        if (!draw(bench))
            return "no memory for the pages";
        measure_layout(bench, layout);
        pass_time(bench);
    }
    fprintf(out, "# sweep: tlb\n# columns: stride places cycles low same twice\n");
    for (size_t i = 0; i < bench->rows; i++)
        print_row(&bench->row[i], out);
    return NULL;
}

/* As many pages as memory and limits allow. */
static bool open_bench(struct bench *bench) {
    if (!pages_draw(bench->machine, &bench->pages, 1, PAGES_SMALL))
        return false;
    bench->page = bench->pages.page_bytes;
    size_t limit = pages_limit(bench->machine) / stride_on(bench, APART * bench->page, KINDS - 1);
    bench->most = limit < MOST ? limit : MOST;
    return bench->most >= 2 * FEW && draw(bench);
}

sweep sweep_tlb;

const char *sweep_tlb(struct machine *machine, FILE *out) {
    if (!chain_walks_alone(machine))
        return "without optimisation the stack takes an entry of the TLB";
    struct bench *bench = calloc(1, sizeof *bench);
    if (bench == NULL)
        return "no memory for the pages";
    bench->machine = machine;
    bench->dice.state = 20040614;
    const char *why = open_bench(bench) ? measure_all(bench, out) : "no memory for the pages";
    pages_release(machine, &bench->pages);
    free(bench);
    return why;
}
