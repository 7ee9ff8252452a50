/* fetch.c - measures how many bytes one miss to memory fetches, by pairs of places of which the
   second may have been fetched with the first (BlackjackBench 3.1.1).  Returns a reason, and prints
   no table, if lines cannot be flushed.

   Lines all over an area are flushed, then places there are visited in random order.  In the
   section `always` each place is followed by its partner, which is `distance` bytes from it.  In
   the section `seldom` one place in four is, and the others are visited alone.  If the miss of the
   place fetched the partner too, the partner is a hit.  The partner is above the place as often as
   below it, since its address is the exclusive or with the distance.  Both sections are measured,
   since a prefetcher that learns may fetch more while each partner is visited, and less while few
   are. */
#include "../common/order.h"
#include "../common/sample.h"
#include "../common/spread.h"
#include "../machine/pages.h"
#include "../machine/sweep.h"

#include <stdlib.h>

enum {
    LAYOUTS = 7,
    PLACES = 1024,
    BLOCK = 2048, /* bytes that contain a pair: twice the largest distance */
    SELDOM = 4,   /* one in so many partners is visited */
    MOST_ROWS = 16
};

struct row {
    size_t distance;
    double always[LAYOUTS], seldom[LAYOUTS]; /* mean cycles of all loads */
};

struct bench {
    struct machine *machine;
    struct pages pages;
    struct dice dice;
    size_t block[PLACES], order[2 * PLACES];
};

/* Samples places of which one in EVERY has its partner visited. */
static bool sample(struct bench *bench, size_t distance, size_t every, double *cycles) {
    struct timing timing = {0, 0};
    struct chain chain;
    size_t count = 0;
    order_blocks(&bench->dice, bench->block, PLACES, BLOCK, BLOCK);
    for (size_t i = 0; i < PLACES; i++) {
        size_t within = dice_below(&bench->dice, BLOCK / sizeof(void *)) * sizeof(void *);
        bench->order[count++] = bench->block[i] + within;
        if (i % every == 0)
            bench->order[count++] = bench->block[i] + (within ^ distance);
    }
    chain_link(bench->machine, &chain, &bench->pages, bench->order, count);
    bool good = sample_flushed(bench->machine, &chain, &timing);
    *cycles = timing.cycles;
    return good;
}

static const char *measure(struct bench *bench, struct row *row, size_t rows) {
    for (size_t layout = 0; layout < LAYOUTS; layout++) {
        bool good = true;
        if (!pages_draw(bench->machine, &bench->pages, (size_t)PLACES * BLOCK, PAGES_HUGE))
            return "no memory for the pairs";
        for (size_t i = 0; i < rows && good; i++)
            good = sample(bench, row[i].distance, 1, &row[i].always[layout]);
        for (size_t i = 0; i < rows && good; i++)
            good = sample(bench, row[i].distance, SELDOM, &row[i].seldom[layout]);
        pages_release(bench->machine, &bench->pages);
        if (!good)
            return "no line can be flushed, or all samples were disturbed";
    }
    return NULL;
}

static void print(const struct row *row, double *cycles, size_t every, FILE *out) {
    struct spread spread = spread_of(cycles, LAYOUTS);
    fprintf(out, "%zu\t%.2f\t%.2f\t%.2f\t%zu\n", row->distance, spread.median, spread.low,
            spread.high, every);
}

sweep sweep_fetch;

const char *sweep_fetch(struct machine *machine, FILE *out) {
    static struct bench bench;
    struct row row[MOST_ROWS];
    size_t rows = 0;
    bench = (struct bench){.machine = machine, .dice = {20040614}};
    for (size_t distance = sizeof(void *); distance < BLOCK; distance *= 2)
        row[rows++].distance = distance;
    const char *why = measure(&bench, row, rows);
    if (why != NULL)
        return why;
    fprintf(out, "# sweep: fetch\n# section: always\n# columns: distance cycles low high every\n");
    for (size_t i = 0; i < rows; i++)
        print(&row[i], row[i].always, 1, out);
    fprintf(out, "# section: seldom\n# columns: distance cycles low high every\n");
    for (size_t i = 0; i < rows; i++)
        print(&row[i], row[i].seldom, SELDOM, out);
    return NULL;
}
