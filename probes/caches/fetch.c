/* fetch.c - measures how many bytes one miss to memory fetches, by pairs of places of which the
   second may have been fetched with the first (BlackjackBench 3.1.1).  Fails if lines cannot be
   flushed.

   Lines all over an area are flushed, then visited in pairs: a random place, and the place
   `distance` bytes from it.  If the miss of the first fetched the second too, the second is a hit.
   The partner is above the place as often as below it, since its address is the exclusive or with
   the distance. */
#include "../common/order.h"
#include "../common/sample.h"
#include "../common/spread.h"
#include "../machine/pages.h"
#include "../machine/sweep.h"

#include <stdlib.h>

enum {
    LAYOUTS = 9,
    PAIRS = 1024,
    BLOCK = 2048, /* bytes that contain a pair: twice the largest distance */
    MOST_ROWS = 16
};

struct row {
    size_t distance;
    double cycles[LAYOUTS];
};

static void place(struct dice *dice, size_t *order, size_t *block, size_t distance) {
    order_blocks(dice, block, PAIRS, BLOCK, BLOCK);
    for (size_t i = 0; i < PAIRS; i++) {
        size_t within = dice_below(dice, BLOCK / sizeof(void *)) * sizeof(void *);
        order[2 * i] = block[i] + within;
        order[2 * i + 1] = block[i] + (within ^ distance);
    }
}

static const char *measure(struct machine *machine, struct row *row, size_t rows) {
    static size_t order[2 * PAIRS], block[PAIRS];
    struct dice dice = {20040614};
    for (size_t layout = 0; layout < LAYOUTS; layout++) {
        struct pages pages;
        bool good = true;
        if (!pages_draw(machine, &pages, (size_t)PAIRS * BLOCK, PAGES_HUGE))
            return "no memory for the pairs";
        for (size_t i = 0; i < rows && good; i++) {
            struct timing timing = {0, 0};
            struct chain chain;
            place(&dice, order, block, row[i].distance);
            chain_link(machine, &chain, &pages, order, 2 * PAIRS);
            good = sample_flushed(machine, &chain, &timing);
            row[i].cycles[layout] = timing.cycles;
        }
        pages_release(machine, &pages);
        if (!good)
            return "no line can be flushed, or all samples were disturbed";
    }
    return NULL;
}

sweep sweep_fetch;

const char *sweep_fetch(struct machine *machine, FILE *out) {
    struct row row[MOST_ROWS];
    size_t rows = 0;
    for (size_t distance = sizeof(void *); distance < BLOCK; distance *= 2)
        row[rows++].distance = distance;
    const char *why = measure(machine, row, rows);
    if (why != NULL)
        return why;
    fprintf(out, "# sweep: fetch\n# columns: distance cycles low high\n");
    for (size_t i = 0; i < rows; i++) {
        struct spread spread = spread_of(row[i].cycles, LAYOUTS);
        fprintf(out, "%zu\t%.2f\t%.2f\t%.2f\n", row[i].distance, spread.median, spread.low,
                spread.high);
    }
    return NULL;
}
