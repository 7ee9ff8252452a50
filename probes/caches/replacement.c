/* replacement.c - the sweep of the first level's replacement policy: times each visit of a trace
   of blocks; fails if the ways of the level do not show.

   Blocks are places a way apart, so that each block has one line in each of many sets: visiting a
   block is one access to all these sets at once, and takes long enough for the clock to tell a
   hit from a miss.  The trace is walked again and again, and its beginning evicts all earlier
   contents.  Each row is one visit: its block, and the cost of a load of it.  The analysis
   computes what each policy would have kept.  The same trace is also timed in single sets
   (single_set.h), where it is disturbed less, and noisier. */
#include "../../analysis/room.h"
#include "../common/sequence.h"
#include "../common/spread.h"
#include "../common/trace.h"
#include "../machine/sweep.h"
#include "single_set.h"
#include "trace_pages.h"

#include <math.h>

enum {
    MOST_WAYS = 128,
    SETS = 32,                   /* sets that a block has a line in */
    SPACING = 128,               /* bytes between these lines, so that each is in another set */
    MOST_BLOCKS = SINGLE_BLOCKS, /* which limits the ways */
    MOST_VISITS = 1800
};

struct trace {
    struct machine *machine;
    struct dice dice;
    struct layout layout;
    size_t ways, way; /* count, bytes */
    size_t sets, blocks;
    size_t page[MOST_BLOCKS]; /* of each block: a number of ways from the beginning */
    struct chain chain[MOST_BLOCKS];
    size_t order[MOST_BLOCKS][SETS];
    size_t block[MOST_VISITS], visits;
    double ns[MOST_VISITS][TRACE_REPLAYS];
};

/* ---- ways ---- */

/* If the same number of lines fit at two strides, these are multiples of a way (Theorem 1), so
   the lines compete.  Strides narrower than what lies between sets need no search. */
static const char *find_ways(struct trace *trace) {
    struct layout *layout = &trace->layout;
    sequence_calibrate(layout);
    sequence_sort(layout);
    size_t stride = SPACING, far = sequence_far(layout) / (SPACING / SEQUENCE_NARROWEST), last = 0;
    for (; far != last && far * stride <= SEQUENCE_ARENA; stride *= 2) {
        last = far;
        far = sequence_rise(layout, stride, far);
    }
    trace->ways = far - 1;
    trace->way = stride / 4;
    return far != last               ? NEVER_HERE "no two strides fit the same number of lines"
           : trace->ways > MOST_WAYS ? "too many ways"
                                     : NULL;
}

/* ---- the trace ---- */

/* Links the places of each block, each block in another order. */
static void link_blocks(struct trace *trace) {
    trace->sets = trace->way / SPACING;
    trace->sets = trace->sets < 1 ? 1 : trace->sets > SETS ? SETS : trace->sets;
    for (size_t block = 0; block < trace->blocks; block++) {
        size_t *order = trace->order[block];
        order_spaced(&trace->dice, order, trace->sets, trace->page[block] * trace->way, SPACING);
        sequence_link(&trace->layout, &trace->chain[block], order, trace->sets);
    }
}

static void replay(struct trace *trace, size_t number) {
    for (size_t i = 0; i < trace->visits; i++)
        trace->ns[i][number] =
            chain_burst(trace->machine, &trace->chain[trace->block[i]], trace->sets);
}

/* ---- the table ---- */

static void print_trace(struct trace *trace, FILE *out) {
    fprintf(out, "# sweep: replacement\n# columns: step block ways way sets ns\n");
    for (size_t i = 0; i < trace->visits; i++)
        fprintf(out, "%zu\t%zu\t%zu\t%zu\t%zu\t%.4f\n", i + 1, trace->block[i] + 1, trace->ways,
                trace->way, trace->sets, fmax(trace_cost(trace->ns[i]) / (double)trace->sets, 0));
}

static void print_single(struct trace *trace, FILE *out) {
    static struct single_set single;
    single.machine = trace->machine;
    single.layout = &trace->layout;
    single.dice = &trace->dice;
    single.ways = trace->ways;
    single.way = trace->way;
    single.block = trace->block;
    single.visits = trace->visits;
    single.blocks = trace->blocks;
    single_set_print(&single, out);
}

static const char *run_trace(struct trace *trace, FILE *out) {
    const char *why = find_ways(trace);
    if (why != NULL)
        return why;
    trace->blocks = trace_blocks(trace->ways);
    if (!room_for(SEQUENCE_ARENA, trace->blocks, trace->way) ||
        !room_for(ROOM_OF(trace->chain), trace->blocks, 1) ||
        !room_for(ROOM_OF(trace->block), trace_most(trace->ways), 1))
        return "no memory for the blocks";
    struct trace_pages pages = {&trace->layout, trace->ways, trace->way, false};
    if (!trace_pages_draw(&pages, trace->page, trace_pool(trace->ways), trace->blocks))
        for (size_t i = 0; i < trace->blocks; i++) /* all are alike: the policy may show even so */
            trace->page[i] = i;
    trace->visits = trace_write(trace->ways, &trace->dice, trace->block);
    link_blocks(trace);
    for (size_t i = 0; i < TRACE_REPLAYS; i++)
        replay(trace, i);
    print_trace(trace, out);
    print_single(trace, out);
    return NULL;
}

sweep sweep_replacement;

const char *sweep_replacement(struct machine *machine, FILE *out) {
    static struct trace trace;
    trace = (struct trace){.machine = machine, .dice = {20040614}};
    bool drawn = sequence_draw(&trace.layout, machine, &trace.dice);
    const char *why = drawn ? run_trace(&trace, out) : "no memory for the trace";
    sequence_release(&trace.layout);
    return why;
}
