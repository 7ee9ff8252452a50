/* single_set.c - walks a trace again and again, since one load is too short for the clock. */
#include "single_set.h"

#include "../common/spread.h"
#include "trace_pages.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

/* With a clock of COARSE_NS all walks are needed, with a finer one a few; with a coarser one a
   sample is the mean of several walks. */
static const double COARSE_NS = 10;
enum { FEWEST_WALKS = 6, MOST_TOGETHER = 8 };
/* No load takes so long: the thread was interrupted. */
static const float INTERRUPTED_NS = 1000;

static struct chain *chain_of(const struct single_set *single, size_t block) {
    return &single->chain[block].of.chain;
}

static unsigned *block_of(const struct single_set *single, size_t visit) {
    return &single->visit[visit / LANE_VISITS].of.visit[visit % LANE_VISITS].block;
}

static float *ns_of(const struct single_set *single, size_t visit) {
    return &single->visit[visit / LANE_VISITS].of.visit[visit % LANE_VISITS].ns;
}

/* Draws the page of each block.  Returns false if there are too few. */
static bool draw_pages(struct single_set *single) {
    size_t *page = single->page, pool = trace_pool(single->ways);
    struct trace_pages pages = {single->layout, single->ways, single->way, true};
    bool drawn = trace_pages_draw(&pages, page, pool, single->blocks);
    order_shuffle(single->dice, page, pool);
    order_shuffle(single->dice, page + pool, single->blocks - pool);
    return drawn;
}

/* The noise of the mean is that of the clock, divided by the square root of the walks. */
static void plan_walks(struct single_set *single) {
    double coarse = machine_resolution_ns(single->machine) / COARSE_NS, walks = coarse * coarse;
    single->sets = single->way / SINGLE_SPACING;
    single->sets = single->sets < 1 ? 1 : single->sets > SINGLE_SETS ? SINGLE_SETS : single->sets;
    single->walks = (size_t)fmax(FEWEST_WALKS, fmin(walks, 1) * SINGLE_WALKS);
    single->together = (size_t)fmax(1, fmin(walks, MOST_TOGETHER));
    for (size_t i = 0; i < single->visits; i++)
        *block_of(single, i) = (unsigned)single->block[i];
}

/* Makes each block a place in SET. */
static void enter_set(struct single_set *single, size_t set) {
    for (size_t block = 0; block < single->blocks; block++) {
        single->order[block][0] = single->page[block] * single->way + set * SINGLE_SPACING;
        sequence_link(single->layout, chain_of(single, block), single->order[block], 1);
    }
}

static void sample_set(struct single_set *single, size_t set, size_t walk) {
    for (size_t i = 0; i < single->visits; i++)
        *ns_of(single, i) = 0;
    for (size_t k = 0; k < single->together; k++)
        for (size_t i = 0; i < single->visits; i++)
            *ns_of(single, i) +=
                (float)chain_single(single->machine, chain_of(single, *block_of(single, i)));
    for (size_t i = 0; i < single->visits; i++)
        single->ns[i][set][walk] = *ns_of(single, i) / (float)single->together;
}

/* Returns the mean ns of a visit in one set, NOT_MEASURED if each walk was interrupted. */
static double mean_in(const struct single_set *single, size_t visit, size_t set) {
    double sum = 0, count = 0;
    for (size_t walk = 0; walk < single->walks; walk++) {
        float ns = single->ns[visit][set][walk];
        sum += ns < INTERRUPTED_NS ? ns : 0;
        count += ns < INTERRUPTED_NS;
    }
    return count > 0 ? sum / count : NOT_MEASURED;
}

/* Returns the mean of the middle half of the sets, since some also hold what the walk uses. */
static double cost_of(const struct single_set *single, size_t visit) {
    double ns[SINGLE_SETS];
    for (size_t set = 0; set < single->sets; set++)
        ns[set] = mean_in(single, visit, set);
    return fmax(spread_mean(ns, single->sets, single->sets / 4, (single->sets + 1) / 2), 0);
}

static bool is_complete(const struct single_set *single) {
    for (size_t visit = 0; visit < single->visits; visit++)
        if (!is_measured(cost_of(single, visit)))
            return false;
    return true;
}

static void measure(struct single_set *single, FILE *out) {
    plan_walks(single);
    for (size_t walk = 0; walk < single->walks; walk++)
        for (size_t set = 0; set < single->sets; set++) {
            enter_set(single, set);
            sample_set(single, set, walk);
        }
    if (!is_complete(single))
        return;
    fprintf(out, "# section: single\n# columns: visit block ns\n");
    for (size_t i = 0; i < single->visits; i++)
        fprintf(out, "%zu\t%u\t%.4f\n", i + 1, *block_of(single, i) + 1, cost_of(single, i));
}

void single_set_print(struct single_set *single, FILE *out) {
    size_t lanes = single->blocks + single->visits / LANE_VISITS + 1;
    char *room = calloc(lanes + 1, sizeof(struct lane));
    single->ns = malloc(single->visits * sizeof *single->ns);
    if (room != NULL && single->ns != NULL && draw_pages(single)) {
        size_t past = (uintptr_t)room % sizeof(struct lane);
        single->chain = (struct lane *)(void *)(room + sizeof(struct lane) - past);
        single->visit = single->chain + single->blocks;
        measure(single, out);
    }
    free(room);
    free(single->ns);
}
