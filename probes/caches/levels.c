/* levels.c - measures the latency of a load in working sets of growing size, up to memory
   (BlackjackBench 3.1.2).  Fails if the curve does not reach the latency of memory.

   Places are in random order all over the working set.  BlackjackBench 3.1.2 exhausts a page before
   the next one, to avoid misses of the TLB; newer prefetchers learn the page and halve the apparent
   latency of memory, reduce that of the second level less, and learn eight pages as well.  So here
   huge pages avoid these misses, and where none are granted, as many pages are exhausted at a time
   as the TLB is seen to hold.  Each size has a column for how many bytes these were: beyond, each
   page is a miss, which its places share.  Places are further apart than a line, because of
   prefetchers too.  Each size has a control: places just flushed from every cache, few enough for
   the TLB, which only memory can serve.  Their latency is memory's, and shows where the curve has
   reached its end.  There are single loads too: where pages smear an edge, the mean hides a level
   in between, and single latencies do not. */
#include "../../analysis/differ.h"
#include "../common/order.h"
#include "../common/sample.h"
#include "../common/spread.h"
#include "../machine/pages.h"
#include "../machine/sweep.h"

#include <math.h>
#include <stdlib.h>

enum {
    LAYOUTS = 3,
    STRIDE = 256,    /* bytes between places */
    FEW_PAGES = 4,   /* few enough for any TLB */
    MOST_PAGES = 64, /* too many for any prefetcher */
    LINE = 64,       /* bytes: so far apart in their pages, lines fall on different sets */
    TRIES = 3,
    TWICE = 2, /* tries, if another thread ran on the core */
    FLUSHED_PAGES = 16,
    FLUSHED_EACH = 8, /* places of a page that are flushed */
    FIRST = 2048,     /* bytes of the smallest working set */
    LARGE = 8 << 20,  /* bytes: from here on fewer sizes */
    LEAST = 1 << 20,  /* bytes of memory, with less than which there is no curve */
    SINGLE = 256,     /* loads that are timed alone */
    FAR = 128,        /* the most loads from one to the next */
    SOME = SINGLE / 8,
    MOST_ROWS = 128,
    CHEAP = 16 /* further layouts have sizes up to this part of the largest: together they take as
                  long as the first */
};
/* The curve ends once memory's latency has lasted for an octave, or after LONGEST_NS. */
static const double OCTAVE = 2, LONGEST_NS = 4e9;
/* A lap this long is sampled once, even if another thread runs on the core. */
static const double LONG_NS = 1e6;
/* The factors by which a flushed load may cost more than memory's plateau, and one hit more than
   another. */
static const double MEMORY = 1.25, HIT = 1.03;

struct row {
    size_t bytes;
    double cycles[LAYOUTS], ns[LAYOUTS];
    double flushed, cached;
    size_t layouts, reach; /* bytes that the TLB held in every layout */
    size_t alone;          /* layouts while no other thread had a share of the core */
    bool huge;             /* pages in every layout */
};

struct curve {
    struct machine *machine;
    struct pages pages;
    size_t *order;
    struct dice dice;
    struct row row[MOST_ROWS];
    size_t rows;
    double least_contention; /* what work that fills the core has taken */
    double bias_ns;          /* the bias of the timing of a single load */
    size_t held, block;      /* pages in the TLB; bytes that are exhausted at a time */
    bool huge;
};

/* Returns the next of four sizes an octave, or of two if they are large and take longer. */
static size_t next_size(size_t bytes) {
    size_t octave = FIRST;
    while (octave * 2 <= bytes)
        octave *= 2;
    return bytes + (octave > (size_t)LARGE ? octave / 2 : octave / 4);
}

/* Loads timed alone as the chain is walked, lap after lap of a short one: the mean of those below
   LIMIT, in ns, or NOT_MEASURED where these are few or the clock is too coarse. */
static double single_loads(struct curve *curve, struct chain *chain, double limit) {
    double ns[SINGLE];
    size_t step = chain->count / SINGLE < FAR ? chain->count / SINGLE : FAR, below = 0;
    chain_walk(curve->machine, chain, chain->count < FAR * SINGLE ? chain->count : FAR);
    for (size_t i = 0; i < SINGLE; i++) {
        chain_walk(curve->machine, chain, step > 0 ? step - 1 : 0);
        ns[i] = chain_single(curve->machine, chain);
        below += ns[i] < limit;
    }
    return below < SOME || machine_resolution_ns(curve->machine) > limit
               ? NOT_MEASURED
               : spread_mean(ns, SINGLE, 0, below);
}

/* Returns the cycles of the loads that are faster than memory, by its latency in the row before.
   The smallest working sets, which hit, find the bias. */
static double measure_cached(struct curve *curve, struct chain *chain,
                             const struct timing *timing) {
    if (curve->rows == 0)
        return timing->cycles;
    double memory = curve->row[curve->rows - 1].flushed, cycle_ns = timing->ns / timing->cycles;
    double limit = memory / LEVELS_DIFFER * cycle_ns;
    if (curve->rows == 1)
        curve->bias_ns = single_loads(curve, chain, limit) - timing->ns;
    double mean = single_loads(curve, chain, limit + curve->bias_ns) - curve->bias_ns;
    return is_measured(curve->bias_ns) ? fmin(memory, mean / cycle_ns) : memory;
}

/* Another thread on the core takes a part of its caches, which may look like a level of its own.
   It may stop a moment later, and noise only adds; so the sample is repeated.  Sets ALONE if no
   other thread ran.  Returns false if there is no sample. */
static bool sample_alone(struct curve *curve, struct chain *chain, struct timing *best,
                         bool *alone) {
    bool again = true;
    struct timing timing;
    *best = (struct timing){.ns = NOT_MEASURED, .cycles = NOT_MEASURED};
    for (size_t i = 0; i < TWICE && again; i++) {
        bool contended = sample_contended(curve->machine, &curve->least_contention, 0);
        bool good = sample_chain(curve->machine, chain, &timing);
        contended = sample_contended(curve->machine, &curve->least_contention, 0) || contended;
        if (good && timing.ns < best->ns)
            *best = timing;
        *alone = good && !contended;
        again = !*alone && !(good && timing.ns * (double)chain->count > LONG_NS);
    }
    return is_measured(best->ns);
}

static bool add_layout(struct curve *curve, struct row *row) {
    struct timing timing;
    bool alone;
    struct chain chain;
    size_t count = row->bytes / STRIDE;
    size_t block = curve->block < row->bytes ? curve->block : row->bytes;
    order_blocks(&curve->dice, curve->order, count, STRIDE, block);
    chain_link(curve->machine, &chain, &curve->pages, curve->order, count);
    if (!sample_alone(curve, &chain, &timing, &alone))
        return false;
    row->alone += alone;
    if (row->layouts == 0 || curve->block < row->reach)
        row->reach = curve->block;
    row->huge = curve->pages.huge && (row->huge || row->layouts == 0);
    if (row->layouts == 0)
        row->cached = measure_cached(curve, &chain, &timing);
    row->cycles[row->layouts] = timing.cycles;
    row->ns[row->layouts++] = timing.ns;
    return true;
}

/* Returns the cycles of a load from flushed places on a few pages, or 0 if lines cannot be flushed
   or all samples were disturbed. */
static double measure_flushed(struct curve *curve) {
    struct timing timing;
    struct chain chain;
    size_t step = curve->pages.page_bytes / FLUSHED_EACH;
    size_t count = (curve->held < FLUSHED_PAGES ? curve->held : FLUSHED_PAGES) * FLUSHED_EACH;
    for (size_t i = 0; i < count; i++)
        curve->order[i] = i * step + dice_below(&curve->dice, step / STRIDE) * STRIDE;
    order_shuffle(&curve->dice, curve->order, count);
    chain_link(curve->machine, &chain, &curve->pages, curve->order, count);
    return sample_flushed(curve->machine, &chain, &timing) ? timing.cycles : 0;
}

/* Returns the cycles of a load from a line of each of PAGES pages, in different sets, or 0 if all
   samples were disturbed. */
static double measure_pages(struct curve *curve, size_t pages) {
    struct timing timing;
    struct chain chain;
    order_spaced(&curve->dice, curve->order, pages, 0, curve->pages.page_bytes + LINE);
    chain_link(curve->machine, &chain, &curve->pages, curve->order, pages);
    return sample_chain(curve->machine, &chain, &timing) ? timing.cycles : 0;
}

/* Returns whether the TLB holds PAGES pages: their loads cost no more than those of a few. */
static bool holds(struct curve *curve, size_t pages) {
    for (size_t i = 0; i < TRIES; i++) {
        double few = measure_pages(curve, FEW_PAGES), many = measure_pages(curve, pages);
        if (many > 0 && many <= HIT * few)
            return true;
    }
    return false;
}

static size_t pages_held(struct curve *curve) {
    size_t pages = MOST_PAGES;
    while (pages > FEW_PAGES &&
           (pages * curve->pages.page_bytes > curve->pages.bytes || !holds(curve, pages)))
        pages /= 2;
    return pages;
}

/* A huge page takes one entry of the TLB, unless a hypervisor backs it with small pages. */
static bool draw(struct curve *curve, size_t bytes) {
    struct pages *pages = &curve->pages;
    if (!pages_draw(curve->machine, pages, bytes, PAGES_HUGE))
        return false;
    curve->held = pages_held(curve);
    curve->block =
        pages->huge && curve->held == MOST_PAGES ? bytes : curve->held * pages->page_bytes;
    return true;
}

/* Returns whether another row like the last, of some ten laps, would exceed the time of the
   sweep. */
static bool late(const struct curve *curve) {
    const struct row *last = &curve->row[curve->rows > 0 ? curve->rows - 1 : 0];
    double lap_ns = last->layouts > 0 ? last->ns[0] * (double)(last->bytes / STRIDE) : 0;
    return machine_age_ns(curve->machine) + 10 * lap_ns > LONGEST_NS;
}

/* Returns whether the last row is on memory's plateau, and the plateau is wide enough. */
static bool at_the_end(const struct curve *curve) {
    const struct row *last = &curve->row[curve->rows - 1];
    size_t first = curve->rows - 1;
    if (last->flushed > MEMORY * last->cycles[0])
        return false;
    while (first > 0 && curve->row[first - 1].cycles[0] >= 0.9 * last->cycles[0])
        first--;
    return (double)last->bytes >= OCTAVE * (double)curve->row[first].bytes;
}

/* Measures the first layout, which finds the largest size that the sweep needs. */
static void first_layout(struct curve *curve, size_t limit) {
    for (size_t bytes = FIRST; bytes <= limit && curve->rows < MOST_ROWS && !late(curve);
         bytes = next_size(bytes)) {
        struct row *row = &curve->row[curve->rows];
        *row = (struct row){.bytes = bytes};
        if (!add_layout(curve, row))
            continue;
        row->flushed = measure_flushed(curve);
        if (!(row->flushed > 0) && curve->rows == 0)
            return;
        if (!(row->flushed > 0))
            continue;
        curve->rows++;
        if (at_the_end(curve))
            return;
    }
}

/* Measures further layouts, of the smaller sizes, each on fresh pages. */
static void further_layouts(struct curve *curve) {
    for (size_t layout = 1; layout < LAYOUTS && curve->rows > 0; layout++) {
        size_t limit = curve->row[curve->rows - 1].bytes / CHEAP;
        if (!draw(curve, limit > LEAST ? limit : LEAST))
            return;
        for (size_t i = 0; i < curve->rows && curve->row[i].bytes <= limit; i++)
            if (!late(curve))
                (void)add_layout(curve, &curve->row[i]);
        pages_release(curve->machine, &curve->pages);
    }
}

/* Returns the median with small pages, which compete for sets by chance, more in some layouts and
   less in others.  With huge pages layouts differ only by what other threads take of the caches,
   so the least is right. */
static double typical(const struct row *row, double *values) {
    double first = values[0];
    if (row->layouts < LAYOUTS)
        return first;
    double median = spread_of(values, row->layouts).median, least = values[0];
    return row->huge ? least : median;
}

static void print_rows(struct curve *curve, FILE *out) {
    fprintf(out, "# sweep: levels\n# stride: %d\n# pages: %s\n", STRIDE,
            curve->huge ? "huge" : "small");
    fprintf(out, "# columns: bytes cycles ns flushed reach cached alone_percent\n");
    for (size_t i = 0; i < curve->rows; i++) {
        struct row *row = &curve->row[i];
        fprintf(out, "%zu\t%.4f\t%.4f\t%.2f\t%zu\t%.4f\t%zu\n", row->bytes,
                typical(row, row->cycles), typical(row, row->ns), row->flushed, row->reach,
                fmax(row->cached, 0), 100 * row->alone / row->layouts);
    }
}

/* Draws as much memory as can be had, up to LIMIT, since there may be less than the limits allow.
   Returns the bytes, or 0 if they are too few for a curve. */
static size_t draw_most(struct curve *curve, size_t limit) {
    for (; limit >= LEAST; limit /= 2) {
        curve->order = malloc(limit / STRIDE * sizeof *curve->order);
        if (curve->order != NULL && draw(curve, limit)) {
            if (limit >= FLUSHED_PAGES * curve->pages.page_bytes)
                return limit;
            pages_release(curve->machine, &curve->pages);
        }
        free(curve->order);
    }
    curve->order = NULL;
    return 0;
}

/* The largest sizes were measured on the first layout only, during which another thread may have
   used a shared level.  Returns the number of rows without a step that this would cause. */
static size_t comparable_rows(const struct curve *curve) {
    size_t last = curve->rows;
    while (last > 0 && curve->row[last - 1].layouts < LAYOUTS)
        last--;
    if (last == 0)
        return curve->rows;
    struct row row = curve->row[last - 1];
    double first = row.cycles[0];
    return first > HITS_ALIKE * typical(&row, row.cycles) ? last : curve->rows;
}

/* Sweeps over the pages that were drawn.  Returns the number of comparable rows. */
static size_t sweep_once(struct curve *curve, size_t limit) {
    curve->rows = 0;
    curve->huge = curve->pages.huge;
    first_layout(curve, limit);
    pages_release(curve->machine, &curve->pages);
    further_layouts(curve);
    return comparable_rows(curve);
}

/* Returns whether there is time for another sweep after SWEEPS of them. */
static bool another_fits(const struct curve *curve, size_t sweeps) {
    double age_ns = machine_age_ns(curve->machine);
    return sweeps < TRIES && age_ns / (double)sweeps < LONGEST_NS - age_ns;
}

static const char *run(struct curve *curve, FILE *out) {
    size_t limit = draw_most(curve, pages_limit(curve->machine));
    if (limit == 0)
        return "no memory for the working sets";
    size_t rows = sweep_once(curve, limit);
    for (size_t i = 1; rows < curve->rows && another_fits(curve, i) && draw(curve, limit); i++)
        rows = sweep_once(curve, limit);
    curve->rows = rows;
    if (curve->rows < 2)
        return NEVER_HERE "no line can be flushed and timed: where memory begins does not show";
    print_rows(curve, out);
    return NULL;
}

sweep sweep_levels;

const char *sweep_levels(struct machine *machine, FILE *out) {
    static struct curve curve;
    curve =
        (struct curve){.machine = machine, .dice = {20040614}, .least_contention = NOT_MEASURED};
    const char *why = run(&curve, out);
    free(curve.order);
    return why;
}
