/* sharing.c - finds which CPUs share a cache by mutual eviction (BlackjackBench 3.1.4, P-Ray).
   Fails if the level's size is unknown, or the level in front holds too much of it.

   Each thread walks through somewhat more than half of a level.  Two of them exceed one instance of
   it and slow each other; alone, or on instances of their own, each hits nearly always. */
#include "sharing.h"

#include "../common/order.h"
#include "../common/sizes.h"
#include "../machine/pages.h"
#include "contexts.h"

#include <math.h>
#include <stdlib.h>

/* The part of the level that a thread walks through; and how many times the size of the level in
   front that must be at least, so that nearly nothing hits there. */
static const double WALKED_PART = 0.6, SHARING_BEYOND = 2;
/* Laps in a run, and at most this many timed pieces in a lap. */
static const double SHARING_LAPS = 4, LAP_PARTS = 32;
enum { ALONE_LAPS = 3, PAGE = 4096 };
/* A walk that exceeds the level is slower by at least this factor. */
static const double SLOWED = 1.4;

/* The walks of all threads: the same offsets, each on pages of its own. */
struct walks {
    struct contexts contexts;
    struct machine *machine;
    size_t *order;
    size_t count, bytes, most; /* places and bytes of each walk; walks that memory allows */
    struct walk {
        struct pages pages;
        struct chain chain;
    } * walk;
    size_t walks;
};

static bool draw(struct walks *walks) {
    struct walk *walk = &walks->walk[walks->walks];
    if (walks->walks == walks->most ||
        !pages_draw(walks->machine, &walk->pages, walks->bytes, PAGES_SMALL))
        return false;
    chain_link(walks->machine, &walk->chain, &walk->pages, walks->order, walks->count);
    walks->walks++;
    return true;
}

static struct chain *chain_of(const struct contexts *contexts, size_t thread) {
    struct walks *walks = (struct walks *)contexts; /* CONTEXTS is its first member */
    while (thread >= walks->walks)
        if (!draw(walks))
            return NULL;
    return &walks->walk[thread].chain;
}

/* Visits one page after the other, to spare the TLB. */
static size_t *make_order(size_t count, size_t line) {
    struct dice dice = {1};
    size_t *order = calloc(count, sizeof *order);
    for (size_t i = 0; order != NULL && i < count; i++)
        order[i] = i * line;
    if (order != NULL)
        order_blocks(&dice, order, count, line, PAGE);
    return order;
}

/* Returns the ns of a load alone, the least of some laps, or 0 if the clock is too coarse. */
static double walk_alone(struct machine *machine, struct chain *chain) {
    double least = NOT_MEASURED;
    chain_walk(machine, chain, chain->count);
    for (size_t lap = 0; lap < ALONE_LAPS; lap++)
        least = fmin(least, chain_burst(machine, chain, chain->count));
    return fmax(least, 0) / (double)chain->count;
}

/* Chooses pieces that the clock times well, with at most LAP_PARTS in a lap, and runs of some
   laps. */
static void choose_pieces(struct walks *walks, double ns) {
    double timed = machine_quantum_ns(walks->machine) / ns;
    walks->contexts.loads = (size_t)ceil(fmax(timed, (double)walks->count / LAP_PARTS));
    walks->contexts.span_ns = SHARING_LAPS * ns * (double)walks->count;
}

/* Walks through twice as much alone, which is as slow as two walks in one instance if the level's
   size is right.  Returns the ns of a load, or 0 without memory. */
static double walk_as_two(struct walks *walks, size_t line) {
    struct pages pages;
    struct chain chain;
    size_t *order = make_order(2 * walks->count, line);
    double ns = 0;
    if (order != NULL && pages_draw(walks->machine, &pages, 2 * walks->bytes, PAGES_SMALL)) {
        chain_link(walks->machine, &chain, &pages, order, 2 * walks->count);
        ns = walk_alone(walks->machine, &chain);
        pages_release(walks->machine, &pages);
    }
    free(order);
    return ns;
}

static const char *try_alone(struct walks *walks, size_t line) {
    struct chain *chain = chain_of(&walks->contexts, 0);
    double as_two = walk_as_two(walks, line);
    double ns = chain != NULL ? walk_alone(walks->machine, chain) : 0;
    if (!(ns > 0 && as_two > 0))
        return "there is no memory, or the clock is too coarse";
    if (as_two < SLOWED * ns)
        return "the level holds more than its known size: two walks fit it";
    choose_pieces(walks, ns);
    return NULL;
}

/* ---- levels ---- */

static const char *open_walks(struct walks *walks, struct machine *machine, size_t level) {
    double above = level > 1 ? (double)sizes_of_level(machine, level - 1) : 0;
    size_t size = sizes_of_level(machine, level), line = sizes_of_line(machine, level);
    if (size == 0 || line == 0 || (level > 1 && !(above > 0)))
        return NEVER_HERE
            "the size or the line of the level, or the size of the level in front, is unknown";
    if (WALKED_PART * (double)size < SHARING_BEYOND * above)
        return NEVER_HERE "the level in front is too large: it would serve too many of the loads";
    walks->contexts =
        (struct contexts){.level = level, .work = WORKLOAD_CHASE, .chain = chain_of, .bytes = size};
    walks->machine = machine;
    walks->count = (size_t)(WALKED_PART * (double)size) / line;
    walks->bytes = walks->count * line;
    if (walks->count == 0)
        return NEVER_HERE "the level holds only a line or two";
    walks->most =
        (size_t)fmin((double)parallel_cpus(machine), (double)(pages_limit(machine) / walks->bytes));
    walks->walk = calloc(walks->most, sizeof *walks->walk);
    walks->order = make_order(walks->count, line);
    return walks->walk != NULL && walks->order != NULL ? try_alone(walks, line) : "no memory";
}

static void close_walks(struct walks *walks) {
    while (walks->walks > 0)
        pages_release(walks->machine, &walks->walk[--walks->walks].pages);
    free(walks->walk);
    free(walks->order);
}

const char *sharing_sweep(struct machine *machine, size_t first, FILE *out) {
    size_t last = first > 1 ? first : 2; /* with FIRST 1 both levels */
    char name[32];
    if (first > 1)
        snprintf(name, sizeof name, "sharing_l%zu", first);
    else
        snprintf(name, sizeof name, "sharing_near");
    struct walks walks[CONTEXTS_WORKS] = {{.walks = 0}};
    const struct contexts *works[CONTEXTS_WORKS];
    const char *why = NULL;
    size_t count = 0;
    for (size_t level = first; level <= last; level++) {
        const char *why_not = open_walks(&walks[level - first], machine, level);
        if (why_not == NULL)
            works[count++] = &walks[level - first].contexts;
        why = why_not != NULL ? why_not : why;
    }
    if (count > 0)
        why =
            contexts_sweep(machine, name, "level", works, count, sizes_of_core(machine) == 1, out);
    for (size_t level = first; level <= last; level++)
        close_walks(&walks[level - first]);
    return why;
}
