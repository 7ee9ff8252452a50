/* tlb2.c - the sweep of the second TLB: measures blocks of pages, far apart (after X-Ray's Figure
   14); fails where misses of the first TLB do not show, or the machine is too busy.

   A visit that misses the first TLB and hits a second one takes the same time whatever its pages
   are; one that misses both takes a page walk.  A line of as many pages as a second TLB holds would
   not fit the first cache, so its sets are filled by blocks: adjacent pages, which map to sets of
   their own, and more such blocks some distance apart, which map to the same sets where the
   distance is a multiple of the number of sets.  One block too many is a miss for all of them.

   At each distance the most blocks that fit are found by doubling and halving (Figure 8).  Of
   blocks that do not fit, some are removed as long as the others do not fit either: one more than
   there are ways remains, however pages map to sets.  Without every other page of one block, half
   of the sets have room, except where no page is missed: where an entry, a line of the page tables,
   or a table serves several pages, these miss as before.

   Where a host's translations take entries too, no edge is that sharp.  But more and more adjacent
   pages show where they are too many; if lines of the page tables, or tables, are too many, then so
   are fewer pages with a line of the tables each, all over the area; and if their own lines are,
   with those that a prefetcher brings beside each, then so are two lines on each of fewer pages.

   With the ways known, larger blocks and the distances at which they fit give the number of
   entries, also where the index is a fold (an exclusive or) of the page number: then a block of a
   power of two of pages stays on its sets, as long as there are no more blocks than pages in it. */
#include "../../analysis/room.h"
#include "../common/spread.h"
#include "../machine/pages.h"
#include "../machine/sweep.h"
#include "../machine/walks_alone.h"
#include "tlb2_policy.h"
#include "tlb2_rows.h"

#include <math.h>

enum {
    LEAST_LAYOUTS = 3,
    TLB1_MOST = 512 /* pages, the most that the first TLB may hold */
};
static const size_t AREA = (size_t)1 << 28; /* bytes */
/* Of the sweep's time: from then on no layout begins. */
static const double LAYOUT_NS = 1.6e9;

/* ---- the table ---- */

static void measure_row(struct tlb2_plan *bench, struct tlb2_row *row, size_t layout) {
    struct blocks blocks = row->blocks;
    if (row->role == ROW_SPARSE)
        blocks = tlb2_sparse(blocks.count, layout);
    bool spares = row->role == ROW_WITHOUT || row->role == ROW_DOUBLED;
    size_t spared = spares ? layout % blocks.count : blocks.count;
    size_t count = tlb2_place(&bench->tlb2, &blocks, spared, row->role == ROW_HALF ? 2 : 1);
    if (row->role == ROW_TWICE || row->role == ROW_DOUBLED)
        count = tlb2_place_twice(&bench->tlb2, count);
    row->places = count;
    row->cycles[row->measured++] = places_measure(&bench->tlb2.places, count);
}

static void measure_layout(struct tlb2_plan *bench, size_t layout) {
    size_t order[TLB2_ROWS];
    order_spaced(&bench->tlb2.dice, order, bench->rows, 0, 1);
    for (size_t i = 0; i < bench->rows; i++)
        measure_row(bench, &bench->row[order[i]], layout);
}

static void print_row(struct tlb2_plan *bench, struct tlb2_row *row, const char *role, FILE *out) {
    const struct blocks *blocks = &row->blocks;
    if (row->measured == 0)
        return;
    double same = tlb2_packed(&bench->tlb2, row->places);
    struct spread spread = spread_of(row->cycles, row->measured);
    if (is_measured(spread.median) && is_measured(same))
        fprintf(out, "%s\t%zu\t%zu\t%zu\t%zu\t%.4f\t%.4f\t%.4f\n", role, blocks->start,
                blocks->apart, blocks->count, blocks->each, spread.median, spread.low, same);
}

/* Words ascend by their letters. */
static void print_blocks(struct tlb2_plan *bench, FILE *out) {
    static const struct {
        enum role role;
        const char *word;
    } roles[] = {{ROW_BEYOND, "beyond"}, {ROW_DISTANT, "distant"}, {ROW_DOUBLED, "doubled"},
                 {ROW_GROWN, "grown"},   {ROW_HALF, "half"},       {ROW_LEAST, "least"},
                 {ROW_MORE, "more"},     {ROW_RUN, "run"},         {ROW_SOME, "some"},
                 {ROW_SPARSE, "sparse"}, {ROW_TWICE, "twice"},     {ROW_WITHOUT, "without"}};
    fprintf(out, "# section: blocks\n# columns: role start apart blocks pages cycles low same\n");
    for (size_t k = 0; k < ROOM_OF(roles); k++)
        for (size_t i = 0; i < bench->rows; i++)
            if (bench->row[i].role == roles[k].role)
                print_row(bench, &bench->row[i], roles[k].word, out);
}

static const char *measure_all(struct tlb2_plan *bench, FILE *out) {
    static struct tlb2_policy policy;
    policy.each = 0; /* no laps */
    if (!tlb2_plan_rows(bench))
        return NEVER_HERE "no number of pages costs more than a miss of the first TLB";
    size_t layouts = 0;
    for (; layouts < TLB2_LAYOUTS && !tlb2_late(&bench->tlb2, LAYOUT_NS); layouts++) {
        measure_layout(bench, layouts);
        places_wait(&bench->tlb2.places, TLB2_PAUSE_NS);
    }
    if (layouts < LEAST_LAYOUTS)
        return "the machine is too busy: try again when it is idle";
    if (bench->entries > 0)
        tlb2_policy_measure(&bench->tlb2, &policy, bench->entries, tlb2_ways(bench));
    fprintf(out, "# sweep: tlb2\n");
    print_blocks(bench, out);
    tlb2_policy_print(&policy, out);
    return NULL;
}

/* As many pages as memory and limits allow. */
static bool open_bench(struct tlb2_plan *bench) {
    size_t limit = pages_limit(bench->tlb2.places.machine);
    if (!places_draw(&bench->tlb2.places, 1))
        return false;
    size_t page = bench->tlb2.places.pages.page_bytes;
    bench->tlb2.area = (limit < AREA ? limit : AREA) / page;
    bench->tlb2.most = bench->tlb2.area / TLB2_STRAY / TLB2_BEYOND;
    bench->tlb2.most = bench->tlb2.most < TLB1_MOST ? bench->tlb2.most : TLB1_MOST;
    return bench->tlb2.most >= TLB2_FEW &&
           places_draw(&bench->tlb2.places, bench->tlb2.area * page);
}

sweep sweep_tlb2;

const char *sweep_tlb2(struct machine *machine, FILE *out) {
    if (!chain_walks_alone(machine))
        return NEVER_HERE "without optimisation the stack takes an entry of the TLB";
    static struct tlb2_plan bench;
    struct tlb2 *tlb2 = &bench.tlb2;
    bench = (struct tlb2_plan){.tlb2 = {.dice = {20040614}}};
    tlb2->places = (struct places){.machine = machine,
                                   .dice = &tlb2->dice,
                                   .order = tlb2->order,
                                   .room = ROOM_OF(tlb2->order)};
    tlb2->begun_ns = machine_age_ns(machine);
    const char *why = open_bench(&bench) ? measure_all(&bench, out) : "no memory for the pages";
    pages_release(machine, &tlb2->places.pages);
    return why;
}
