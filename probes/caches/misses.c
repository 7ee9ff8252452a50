/* misses.c - measures how many misses can be outstanding, by the time of a burst of independent
   loads.  Returns a reason, and prints no table, if lines cannot be flushed.

   A burst loads flushed lines at once.  While all of its misses can be outstanding, a load adds
   little to its time; the first load beyond waits for a whole miss.  Each burst has other lines,
   far apart and in random order, so that no prefetcher follows and none of the memory's banks
   counts more than others.  If the clock is coarse, a sample has several bursts.

   Another thread of the core has misses of its own, which leave room for fewer of ours.  If another
   thread is seen on the core before or after the samples of a layout, all of these samples are
   discarded and taken again, if need be on another CPU. */
#include "../common/order.h"
#include "../common/sample.h"
#include "../common/spread.h"
#include "../machine/pages.h"
#include "../machine/sweep.h"

enum {
    LAYOUTS = 6,
    SAMPLES = 480, /* of each number of loads; fewer where a sample has several bursts */
    FEWEST_SAMPLES = 24,
    MOST_LOADS = AT_ONCE_MOST,
    PLACES = 4096,
    BLOCK = 2048, /* bytes: a place in each */
    FINE_NS = 10, /* a sample has one burst for so many ns of the clock's step, at least one */
    LOOKS = 4     /* for another thread, before the first layout */
};
/* In ns since machine_open: until then a layout that another thread disturbed is sampled again. */
static const double PATIENCE_NS = 3e8;

struct bench {
    struct machine *machine;
    struct pages pages;
    struct dice dice;
    struct chain chain;
    size_t order[PLACES], bursts, samples; /* bursts in a sample, samples on a layout */
    double ns[MOST_LOADS + 1][SAMPLES];
    size_t measured;
    double least_contention; /* as in sample.h */
};

static void plan(struct bench *bench) {
    double bursts = machine_resolution_ns(bench->machine) / FINE_NS, most = PLACES / MOST_LOADS;
    bench->bursts = bursts < 1 ? 1 : (size_t)(bursts < most ? bursts : most);
    size_t samples = SAMPLES / bench->bursts;
    bench->samples = (samples > FEWEST_SAMPLES ? samples : FEWEST_SAMPLES) / LAYOUTS;
}

static void link_places(struct bench *bench) {
    order_blocks(&bench->dice, bench->order, PLACES, BLOCK, (size_t)PLACES * BLOCK);
    for (size_t i = 0; i < PLACES; i++)
        bench->order[i] += dice_below(&bench->dice, BLOCK / 64) * 64;
    chain_link(bench->machine, &bench->chain, &bench->pages, bench->order, PLACES);
}

/* Takes one sample of each number of loads.  The numbers come in random order, and the places of
   each sample follow each other in the chain, from a random one on. */
static void sample(struct bench *bench) {
    size_t order[MOST_LOADS];
    order_spaced(&bench->dice, order, MOST_LOADS, 1, 1);
    for (size_t i = 0; i < MOST_LOADS; i++) {
        size_t loads = order[i], count = loads * bench->bursts;
        size_t first = dice_below(&bench->dice, PLACES - count + 1);
        double ns = chain_at_once(bench->machine, &bench->chain, first, count, loads);
        bench->ns[loads][bench->measured] = ns / (double)bench->bursts;
    }
    bench->measured++;
}

/* Measures the contention on a few CPUs, so that the least of them is known before the samples: on
   one CPU alone, a thread that shares the core all the time would not show. */
static void look_around(struct bench *bench) {
    for (size_t i = 0; i < LOOKS; i++) {
        machine_move(bench->machine);
        (void)sample_contended(bench->machine, &bench->least_contention, 0);
    }
}

/* Takes all samples of a layout, and again while another thread is seen on the core and there is
   time.  Returns false if another thread was seen in the last attempt too. */
static bool sample_layout(struct bench *bench) {
    size_t first = bench->measured;
    bool contended;
    do {
        bench->measured = first;
        contended = sample_contended(bench->machine, &bench->least_contention, PATIENCE_NS);
        for (size_t i = 0; i < bench->samples; i++)
            sample(bench);
        contended = contended || sample_contended(bench->machine, &bench->least_contention, 0);
    } while (contended && machine_age_ns(bench->machine) < PATIENCE_NS);
    return !contended;
}

static const char *measure(struct bench *bench) {
    bool alone = true;
    plan(bench);
    look_around(bench);
    for (size_t layout = 0; layout < LAYOUTS && alone; layout++) {
        if (!pages_draw(bench->machine, &bench->pages, (size_t)PLACES * BLOCK, PAGES_HUGE))
            return "no memory for the lines";
        link_places(bench);
        alone = sample_layout(bench);
        pages_release(bench->machine, &bench->pages);
    }
    if (!is_measured(bench->ns[1][0]))
        return NEVER_HERE "no line can be flushed";
    return alone ? NULL : "another thread runs on the core all the time";
}

sweep sweep_misses;

/* Prints the mean of the fastest sixth of the samples, but without the fastest kept / 8 of them,
   which a step of the clock may make too short; as many slower ones count instead.  In the slowest
   a refresh of the memory, or another thread of the core, delays some of the loads. */
const char *sweep_misses(struct machine *machine, FILE *out) {
    static struct bench bench;
    bench =
        (struct bench){.machine = machine, .dice = {20040614}, .least_contention = NOT_MEASURED};
    const char *why = measure(&bench);
    size_t kept = bench.measured / 6;
    if (why == NULL)
        fprintf(out, "# sweep: misses\n# columns: loads ns\n");
    for (size_t loads = 1; loads <= MOST_LOADS && why == NULL; loads++)
        fprintf(out, "%zu\t%.2f\n", loads,
                spread_mean(bench.ns[loads], bench.measured, kept / 8, kept));
    return why;
}
