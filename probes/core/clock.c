/* clock.c - the sweep of clocks: what a cycle takes, again and again, and timings so short that
   they show the steps in which the probes' own clock goes (Whaley & Castaldo 2).

   The cycle is the ruler's, the greatest common divisor of several chains of scalar instructions:
   X-Ray trusted the integer add, and called a clock of 2400 MHz one of 4741 (its Table 1). */
#include "../common/order.h"
#include "../machine/pages.h"
#include "../machine/sweep.h"

enum {
    SAMPLES = 128,
    LOADS_EACH = 1000, /* of what is sampled, and to learn what a load takes */
    PLACES = 8,
    ARENA = 65536, /* bytes */
    SHORTEST = 4,  /* steps of the clock, about, that a burst takes, */
    LONGEST = 12,  /* and at the most, */
    LENGTHS = 16   /* or so many loads more */
};
/* With a coarse clock there are as few samples as this allows. */
static const double LONGEST_NS = 1e9;

struct bench {
    struct machine *machine;
    struct pages pages;
    struct dice dice;
    size_t order[PLACES];
    struct chain chain;
};

/* A burst that begins and ends anywhere between two steps. */
static double burst(struct bench *bench, double load_ns) {
    double step = machine_resolution_ns(bench->machine);
    size_t least = (size_t)(SHORTEST * step / load_ns) + 1;
    size_t more = (size_t)((LONGEST - SHORTEST) * step / load_ns);
    more = more < LENGTHS ? LENGTHS : more;
    return chain_burst(bench->machine, &bench->chain, least + dice_below(&bench->dice, more));
}

static size_t loads_of(const struct bench *bench, double load_ns) {
    return (size_t)(machine_quantum_ns(bench->machine) / load_ns) + LOADS_EACH;
}

static void measure(struct bench *bench, FILE *out) {
    struct timing timing;
    for (size_t i = 0; i < PLACES; i++)
        bench->order[i] = i * bench->pages.page_bytes / PLACES;
    chain_link(bench->machine, &bench->chain, &bench->pages, bench->order, PLACES);
    double load_ns = chain_burst(bench->machine, &bench->chain, LOADS_EACH) / LOADS_EACH;
    if (!(load_ns > 0))
        load_ns = machine_resolution_ns(bench->machine) / LOADS_EACH;
    double begun = machine_age_ns(bench->machine);
    fprintf(out, "# sweep: clock\n# columns: sample cycle_ns load_ns burst_ns\n");
    for (size_t i = 0; i < SAMPLES && machine_age_ns(bench->machine) < begun + LONGEST_NS; i++) {
        if (!chain_sample(bench->machine, &bench->chain, loads_of(bench, load_ns), &timing))
            continue;
        double ns = burst(bench, timing.ns);
        if (ns > 0)
            fprintf(out, "%zu\t%.6f\t%.6f\t%.3f\n", i + 1, timing.ns / timing.cycles, timing.ns,
                    ns);
    }
}

sweep sweep_clock;

const char *sweep_clock(struct machine *machine, FILE *out) {
    struct bench bench = {.machine = machine, .dice = {20040614}};
    if (!pages_draw(machine, &bench.pages, ARENA, PAGES_SMALL))
        return "no memory for a page";
    measure(&bench, out);
    pages_release(machine, &bench.pages);
    return NULL;
}
