/* handover.c - compares how long another CPU waits for written lines that are still in a level of
   cache, and for written lines that the level has evicted to the next one.  Fails on a single CPU,
   without sizes of the first two levels, if the second one is not six times as large as the first,
   without memory, or if threads cannot be created or pinned.

   The request of the other CPU is answered by the first level on its way that has the new data.
   Behind a level that writes through, that is the next level in both cases. */
#include "../machine/handover.h"
#include "../common/order.h"
#include "../common/sizes.h"
#include "../machine/pages.h"
#include "../machine/sweep.h"

#include <math.h>
#include <stdlib.h>

enum {
    LINES = 64,   /* lines that are handed over, and as many others */
    PAGE = 4096,  /* bytes from one to the next, */
    APART = 64,   /* and further bytes, so that few compete for a set; no level has shorter lines */
    EVICTING = 3, /* times a level's size: bytes that evict everything from it */
    SPARE = 2,    /* times that: what the second level holds at least */
    MOST_ROUNDS = 40,
    LEAST_ROUNDS = 15,
    PARTNERS = 4
};
/* The time for all rounds, if each place that evicts a level takes so long; and the age of the
   machine after which no further CPU is tried. */
static const double ROUNDS_NS = 2e9, PLACE_NS = 150, ENOUGH_NS = 1e9;

/* What is linked: the lines, others that are written after them, and what evicts each level. */
enum { THE_LINES, THE_OTHERS, EVICTING_FIRST, EVICTING_SECOND, LINKED };

struct bench {
    struct machine *machine;
    struct dice dice;
    struct pages pages[LINKED];
    size_t *order[LINKED];
    struct chain chain[LINKED];
};

/* Links COUNT places, each on a page of its own or all dense. */
static bool link_places(struct bench *bench, size_t which, size_t count, size_t stride) {
    size_t *order = malloc(count * sizeof *order);
    bench->order[which] = order;
    if (order == NULL || count == 0 ||
        !pages_draw(bench->machine, &bench->pages[which], (count + 1) * stride, PAGES_HUGE))
        return false;
    order_spaced(&bench->dice, order, count, 0, stride);
    for (size_t i = 0; i < count && stride == PAGE; i++)
        order[i] += order[i] / PAGE * APART % PAGE;
    chain_link(bench->machine, &bench->chain[which], &bench->pages[which], order, count);
    return true;
}

static bool link_all(struct bench *bench, size_t first, size_t second) {
    return link_places(bench, THE_LINES, LINES, PAGE) &&
           link_places(bench, THE_OTHERS, LINES, PAGE) &&
           link_places(bench, EVICTING_FIRST, EVICTING * first / APART, APART) &&
           link_places(bench, EVICTING_SECOND, EVICTING * second / APART, APART);
}

/* A clock with coarse steps may read the same twice: such a round is left out. */
static void print_rounds(const struct handover *handover, size_t level, size_t partner, FILE *out) {
    for (size_t i = 0; i < handover->rounds; i++)
        if (handover->held_ns[i] > 0 && handover->away_ns[i] > 0)
            fprintf(out, "%zu\t%zu\t%zu\t%.3f\t%.3f\n", level, partner, i + 1, handover->held_ns[i],
                    handover->away_ns[i]);
}

/* CPUs that may be near the first one, or on the same core, whatever the order of their numbers. */
static size_t choose_partners(size_t cpus, size_t partner[PARTNERS]) {
    const size_t wanted[PARTNERS] = {1, 2, cpus / 2, cpus - 1};
    size_t count = 0;
    for (size_t i = 0; i < PARTNERS; i++) {
        bool known = wanted[i] == 0 || wanted[i] >= cpus;
        for (size_t k = 0; k < count; k++)
            known = known || partner[k] == wanted[i];
        if (!known)
            partner[count++] = wanted[i];
    }
    return count;
}

static size_t rounds_for(size_t places) {
    double rounds = ROUNDS_NS / (2 * PLACE_NS * (double)places);
    return (size_t)fmin(rounds, MOST_ROUNDS);
}

/* Lines stay in the first or second LEVEL, in the latter case behind what evicts the first. Returns
   false if the two CPUs did not take turns, or if evicting the level takes too long. */
static bool measure_level(struct bench *bench, size_t level, size_t partner, FILE *out) {
    struct chain *far = &bench->chain[level > 1 ? EVICTING_SECOND : EVICTING_FIRST];
    struct handover handover = {.lines = &bench->chain[THE_LINES],
                                .others = &bench->chain[THE_OTHERS],
                                .near = level > 1 ? &bench->chain[EVICTING_FIRST] : NULL,
                                .far = far,
                                .rounds = rounds_for(far->count)};
    struct cpu_pair pair = {.from = 0, .to = partner};
    if (handover.rounds < LEAST_ROUNDS || !parallel_handover(bench->machine, &pair, &handover))
        return false;
    print_rounds(&handover, level, partner, out);
    return true;
}

static const char *measure_all(struct bench *bench, size_t cpus, FILE *out) {
    size_t partner[PARTNERS], partners = choose_partners(cpus, partner), met = 0;
    fprintf(out, "# sweep: handover\n# columns: level cpu round held_ns away_ns\n");
    for (size_t level = 1; level <= 2; level++)
        for (size_t i = 0; i < partners; i++)
            if (i == 0 || machine_age_ns(bench->machine) < ENOUGH_NS)
                met += measure_level(bench, level, partner[i], out);
    return met > 0 ? NULL : "no two CPUs took turns, or to evict the level takes too long";
}

sweep sweep_handover;

const char *sweep_handover(struct machine *machine, FILE *out) {
    struct bench bench = {.machine = machine, .dice = {20040614}};
    const char *why = "no memory for the lines";
    size_t cpus = parallel_cpus(machine), first = sizes_of_level(machine, 1);
    size_t second = sizes_of_level(machine, 2);
    if (cpus < 2 || parallel_quota(machine) < 2)
        return NEVER_HERE "no second CPU, or none that the quota allows";
    if (first == 0 || second == 0)
        return "the size of the first or second level is unknown";
    if (second / EVICTING / SPARE < first)
        return "the second level may not hold what the first one evicts";
    if (second <= pages_limit(machine) / EVICTING && link_all(&bench, first, second))
        why = measure_all(&bench, cpus, out);
    for (size_t i = 0; i < LINKED; i++) {
        pages_release(machine, &bench.pages[i]);
        free(bench.order[i]);
    }
    return why;
}
