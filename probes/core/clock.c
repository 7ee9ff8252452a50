/* clock.c - measures the CPU's frequency by the ruler, and the step of the probes' own clock by
   bursts so short that the steps show (Whaley & Castaldo 2).

   The ruler's cycle is the greatest common divisor of the latencies of several instructions.  X-Ray
   trusted the integer add alone, and reported 4741 MHz for a clock of 2400 (its Table 1). */
#include "../common/order.h"
#include "../machine/pages.h"
#include "../machine/sweep.h"

enum {
    SAMPLES = 128,
    LOADS_EACH = 1000, /* loads of a sample, and of the estimate of a load's cost */
    PLACES = 8,
    ARENA = 65536, /* bytes */
    SHORTEST = 4,  /* steps of the clock in the shortest burst */
    LONGEST = 12,  /* and in the longest one */
    LENGTHS = 16   /* different lengths of bursts, at least */
};
/* With a coarse clock this limits the number of samples. */
static const double LONGEST_NS = 1e9;

struct bench {
    struct machine *machine;
    struct pages pages;
    struct dice dice;
    size_t order[PLACES];
    struct chain chain;
};

/* Times a burst that begins and ends at a random place between two steps. */
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
