/* misses.c - measures how many misses can be outstanding, by the time of a load in more and more
   parallel chains (METHODS 1.24, lmbench's par_mem).  Fails if lines cannot be flushed.

   All lines are flushed, and each is visited once.  The loads of a chain depend on each other, and
   those of different chains do not: with k chains, k misses are outstanding, if the machine
   supports that many.  The same lines serve all numbers of chains, on few pages. */
#include "../common/order.h"
#include "../common/spread.h"
#include "../machine/pages.h"
#include "../machine/sweep.h"

#include <math.h>

enum {
    LAYOUTS = 5,
    SAMPLES = 2, /* undisturbed samples, of which the faster counts */
    TRIES = 6,
    LINES = 1536,
    SPACING = 512, /* bytes: more than one miss fetches */
    MOST_CHAINS = 48
};

/* A sample takes at least the machine's quantum divided by this. */
static const double SHORT = 4;

struct bench {
    struct machine *machine;
    struct pages pages;
    struct dice dice;
    size_t order[LINES];
    struct chain chain[CHAINS_MOST];
    double cycles[MOST_CHAINS + 1][LAYOUTS];
    size_t measured[MOST_CHAINS + 1];
};

/* Distributes the same lines among CHAINS chains, at random. */
static void deal(struct bench *bench, size_t chains) {
    size_t each = LINES / chains;
    for (size_t i = 0; i < LINES; i++)
        bench->order[i] = i * SPACING + dice_below(&bench->dice, SPACING / 64) * 64;
    order_shuffle(&bench->dice, bench->order, LINES);
    for (size_t i = 0; i < chains; i++)
        chain_link(bench->machine, &bench->chain[i], &bench->pages, bench->order + i * each, each);
}

/* Samples all lines once.  Returns false if the sample was disturbed. */
static bool sample_lines(struct bench *bench, size_t chains, struct timing *timing) {
    for (size_t i = 0; i < chains; i++)
        chain_flush(bench->machine, &bench->chain[i]);
    return chain_sample_all(bench->machine, bench->chain, chains, LINES / chains, timing);
}

static void measure(struct bench *bench, size_t chains) {
    double least = NOT_MEASURED;
    int good = 0;
    deal(bench, chains);
    bool flushes = chain_flush(bench->machine, &bench->chain[0]);
    for (int i = 0; i < TRIES && good < SAMPLES && flushes; i++) {
        struct timing timing;
        if (!sample_lines(bench, chains, &timing))
            continue;
        if (timing.ns * LINES < machine_quantum_ns(bench->machine) / SHORT)
            return;
        least = fmin(least, timing.cycles);
        good++;
    }
    if (good == SAMPLES)
        bench->cycles[chains][bench->measured[chains]++] = least;
}

static const char *measure_all(struct bench *bench) {
    size_t number[MOST_CHAINS];
    for (size_t layout = 0; layout < LAYOUTS; layout++) {
        if (!pages_draw(bench->machine, &bench->pages, (size_t)LINES * SPACING, PAGES_HUGE))
            return "no memory for the lines";
        order_spaced(&bench->dice, number, MOST_CHAINS, 1, 1);
        for (size_t i = 0; i < MOST_CHAINS; i++)
            measure(bench, number[i]);
        pages_release(bench->machine, &bench->pages);
    }
    for (size_t chains = 1; chains <= MOST_CHAINS; chains++)
        if (bench->measured[chains] < LAYOUTS)
            return "no line can be flushed, or samples were disturbed or too short";
    return NULL;
}

sweep sweep_misses;

const char *sweep_misses(struct machine *machine, FILE *out) {
    static struct bench bench;
    bench = (struct bench){.machine = machine, .dice = {20040614}};
    const char *why = measure_all(&bench);
    if (why == NULL)
        fprintf(out, "# sweep: misses\n# columns: chains cycles low high\n");
    for (size_t chains = 1; chains <= MOST_CHAINS && why == NULL; chains++) {
        struct spread spread = spread_of(bench.cycles[chains], LAYOUTS);
        fprintf(out, "%zu\t%.4f\t%.4f\t%.4f\n", chains, spread.median, spread.low, spread.high);
    }
    return why;
}
