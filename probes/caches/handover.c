/* handover.c - measures whether another CPU waits longer for lines that a level of cache was the
   last to get: those that were written and stayed in it, or that it evicted afterwards.  Fails on a
   single CPU, without sizes of the first two levels, or if threads cannot be created or pinned.

   A CPU that asks for a line which another one has written gets it from the nearest level that has
   the new data.  Behind a level that writes through, the next level has them at once. */
#include "../machine/handover.h"
#include "../common/order.h"
#include "../common/sizes.h"
#include "../machine/pages.h"
#include "../machine/sweep.h"

#include <stdlib.h>

enum {
    LINES = 128,  /* lines that are handed over, each in a page of its own */
    PAGE = 4096,  /* bytes between them */
    APART = 64,   /* and further bytes, so that few compete for a set */
    EVICTING = 3, /* times a level's size: bytes that evict everything from it */
    SPARE = 2,    /* times that: what the next level holds at least */
    ROUNDS = 40,
    PARTNERS = 4,
    LEVELS = 2
};

struct bench {
    struct machine *machine;
    struct dice dice;
    struct pages pages[1 + LEVELS];
    size_t *order[1 + LEVELS];
    struct chain lines, evictors[LEVELS]; /* of each level */
    size_t size[LEVELS], evicted;         /* bytes of each level; the levels that can be evicted */
};

/* Links COUNT places of the order that is number I. */
static bool link_places(struct bench *bench, size_t i, struct chain *chain, size_t count,
                        size_t stride) {
    size_t *order = malloc(count * sizeof *order);
    bench->order[i] = order;
    if (order == NULL ||
        !pages_draw(bench->machine, &bench->pages[i], count * stride + PAGE, PAGES_HUGE))
        return false;
    order_spaced(&bench->dice, order, count, 0, stride);
    for (size_t k = 0; k < count && stride == PAGE; k++)
        order[k] += order[k] / PAGE * APART % PAGE;
    chain_link(bench->machine, chain, &bench->pages[i], order, count);
    return true;
}

/* Makes chains of lines that evict each level that can be, up to one that the next may not hold. */
static bool link_all(struct bench *bench) {
    if (!link_places(bench, 0, &bench->lines, LINES, PAGE))
        return false;
    for (size_t i = 0; i < LEVELS; i++) {
        size_t bytes = EVICTING * bench->size[i];
        bool fits = i + 1 == LEVELS || SPARE * bytes <= bench->size[i + 1];
        if (!fits)
            return i > 0;
        if (!link_places(bench, i + 1, &bench->evictors[i], bytes / APART, APART))
            return false;
        bench->evicted++;
    }
    return true;
}

static void print_rounds(const struct handover *handover, size_t level, size_t partner, FILE *out) {
    for (size_t i = 0; i < handover->rounds; i++)
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

/* Lines stay in LEVEL, the first or second, behind the levels that are evicted in any case.
   Returns false where the two CPUs could not meet. */
static bool measure_level(struct bench *bench, size_t level, size_t partner, FILE *out) {
    struct handover handover = {.lines = &bench->lines,
                                .near = level > 0 ? &bench->evictors[level - 1] : NULL,
                                .far = &bench->evictors[level],
                                .rounds = ROUNDS};
    struct cpu_pair pair = {.from = 0, .to = partner};
    if (!parallel_handover(bench->machine, &pair, &handover))
        return false;
    print_rounds(&handover, level + 1, partner, out);
    return true;
}

static const char *measure_all(struct bench *bench, size_t cpus, FILE *out) {
    size_t partner[PARTNERS], partners = choose_partners(cpus, partner), met = 0;
    fprintf(out, "# sweep: handover\n# columns: level cpu round held_ns away_ns\n");
    for (size_t level = 0; level < bench->evicted; level++)
        for (size_t i = 0; i < partners; i++)
            met += measure_level(bench, level, partner[i], out);
    return met > 0 ? NULL : "two CPUs could not take turns";
}

sweep sweep_handover;

const char *sweep_handover(struct machine *machine, FILE *out) {
    struct bench bench = {.machine = machine, .dice = {20040614}};
    const char *why =
        "no memory for the lines, or the second level may not hold what the first evicts";
    size_t cpus = parallel_cpus(machine);
    if (cpus < 2)
        return NEVER_HERE "no second CPU";
    for (size_t i = 0; i < LEVELS; i++)
        bench.size[i] = sizes_of_level(machine, i + 1);
    if (bench.size[0] == 0 || bench.size[1] == 0)
        return "the size of the first or second level is unknown";
    if (link_all(&bench))
        why = measure_all(&bench, cpus, out);
    for (size_t i = 0; i < 1 + LEVELS; i++) {
        pages_release(machine, &bench.pages[i]);
        free(bench.order[i]);
    }
    return why;
}
