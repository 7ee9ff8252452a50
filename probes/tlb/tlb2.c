/* tlb2.c - the sweep of the second TLB: measures blocks of pages, far apart (METHODS 0a.1 and 1.10,
   after X-Ray's Figure 14); fails where misses of the first TLB do not show, or the machine is too
   busy.

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
   are fewer pages with a line of the tables each, all over the area.

   With the ways known, larger blocks and the distances at which they fit give the number of
   entries, also where the index is a fold (an exclusive or) of the page number: then a block of a
   power of two of pages stays on its sets, as long as there are no more blocks than pages in it. */
#include "../../analysis/room.h"
#include "../common/spread.h"
#include "../machine/pages.h"
#include "../machine/sweep.h"
#include "tlb2_blocks.h"
#include "tlb2_policy.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    LAYOUTS = 10,
    LEAST_LAYOUTS = 3,
    TLB1_MOST = 512,  /* pages, the most that the first TLB may hold */
    BLOCKS = 512,     /* at the most */
    SEARCHED = 1024,  /* pages, of which more are not searched among */
    DISTANCES = 13,   /* the powers of two, in pages */
    TRIED = 4,        /* of these */
    SINGLE = 64,      /* ways, from which on blocks are single pages */
    SETS = 4,         /* minimal, of blocks that do not fit */
    QUARTER = 4,      /* of pages in a row, by which there are more and more, */
    FEWER = 5,        /* eighths of these, which with a line of the tables each are more lines, */
    SPARSEST = 23,    /* pages apart at the most, */
    SPARSE_KINDS = 4, /* in turn */
    ENOUGH = 4,       /* times what the first TLB holds, at the most, of pages of all blocks, */
    PLENTY = 16,      /* or so many where these show nothing */
    SHIFTS = 4,       /* blocks that may be the first: folds need those whose numbers begin at a
                         multiple of a power of two, */
    STEP = 4,         /* from one to the next */
    MOST_ROWS = 80
};
static const size_t AREA = (size_t)1 << 28; /* bytes */
/* Of the sweep's time: from then on no layout begins. */
static const double LAYOUT_NS = 1.6e9;
static const double MUCH = 0.25, MOST_OF = 0.5;

/* What a row is of: pages in the first TLB, and beyond it; blocks at a distance, and one more; a
   minimal set of blocks that do not fit, the same without one, and without half of one; adjacent
   pages; the first number of these that is too large, and fewer; these all over the area; some more
   blocks than a minimal set. */
enum role { SOME, BEYOND, DISTANT, LEAST, WITHOUT, HALF, RUN, GROWN, SPARSE, MORE };

struct row {
    enum role role;
    struct blocks blocks;
    double cycles[LAYOUTS];
    size_t measured;
};

struct bench {
    struct tlb2 tlb2;
    size_t kept[SETS][BLOCKS];
    struct blocks least[SETS];
    size_t leasts;
    struct row row[MOST_ROWS];
    size_t rows;
    size_t entries; /* 0: not known */
    struct tlb2_policy policy;
};

/* Do minimal sets of blocks that do not fit mostly fit without one?  Where other translations take
   entries too, for example those of a host, they do not. */
static bool are_sharp(struct bench *bench) {
    for (size_t set = 0; set < bench->leasts; set++) {
        const struct blocks *blocks = &bench->least[set];
        size_t fits = 0;
        for (size_t i = 0; i < blocks->count; i++)
            fits += tlb2_over(&bench->tlb2, blocks, i) <= MUCH * bench->tlb2.walk;
        if (2 * fits < blocks->count)
            return false;
    }
    return bench->leasts > 0;
}

/* ---- rows ---- */

/* Does ROW come before one like that? */
static bool precedes(const struct row *row, enum role role, const struct blocks *blocks) {
    if (row->role != role)
        return row->role < role;
    if (row->blocks.start != blocks->start)
        return row->blocks.start < blocks->start;
    if (row->blocks.apart != blocks->apart)
        return row->blocks.apart < blocks->apart;
    return row->blocks.count < blocks->count;
}

/* In ascending order. */
static void add_row(struct bench *bench, enum role role, struct blocks blocks) {
    size_t at = 0;
    if (!room_for(MOST_ROWS, bench->rows + 1, 1) || !tlb2_has_room(&bench->tlb2, &blocks))
        return;
    while (at < bench->rows && precedes(&bench->row[at], role, &blocks))
        at++;
    memmove(bench->row + at + 1, bench->row + at, (bench->rows++ - at) * sizeof *bench->row);
    bench->row[at] = (struct row){role, blocks, {0}, 0};
}

/* Removes the blocks without which the others still do not fit, by a LIMIT. */
static void reduce(struct bench *bench, struct blocks *blocks, size_t *kept, double limit) {
    for (size_t i = blocks->count;
         i-- > 0 && blocks->count > 2 && !tlb2_late(&bench->tlb2, TLB2_SEARCH_NS);)
        if (tlb2_least_over(&bench->tlb2, blocks, i, limit) > limit) {
            blocks->count--;
            memmove(kept + i, kept + i + 1, (blocks->count - i) * sizeof *kept);
        }
}

/* Reduces all blocks by a part of what a miss of all adds, MORE, and again with larger blocks where
   the first TLB holds nearly as many pages: without one block it would hold all. */
static void reduce_all(struct bench *bench, struct blocks *blocks, size_t *kept, double more) {
    for (size_t i = 0; i < blocks->count; i++)
        kept[i] = i;
    blocks->kept = kept;
    reduce(bench, blocks, kept, TLB2_PART * more);
    while (blocks->each * blocks->count < 2 * bench->tlb2.tlb1_pages &&
           2 * blocks->each <= blocks->apart) {
        blocks->each *= 2;
        reduce(bench, blocks, kept, TLB2_PART * more);
    }
}

/* Finds a minimal set of blocks at a distance that do not fit.  Returns false where noise made them
   slow. */
static bool find_least(struct bench *bench, size_t apart, struct blocks *blocks, size_t *kept) {
    for (size_t i = 0; i < TLB2_SEARCHES; i++) {
        size_t count = tlb2_fewest(&bench->tlb2, apart, 0, BLOCKS);
        *blocks = tlb2_blocks(&bench->tlb2, apart, count, 0);
        bool room = count > 0 && room_for(BLOCKS, count, 1);
        double more =
            room ? tlb2_least_over(&bench->tlb2, blocks, count, tlb2_rise(&bench->tlb2)) : 0;
        if (more > tlb2_rise(&bench->tlb2)) {
            reduce_all(bench, blocks, kept, more);
            places_wait(&bench->tlb2.places, TLB2_PAUSE_NS);
            if (!tlb2_fits(&bench->tlb2, blocks, fmax(tlb2_rise(&bench->tlb2), MOST_OF * more)))
                return true;
        }
    }
    return false;
}

/* A quarter more, or one. */
static struct blocks more_of(const struct blocks *blocks) {
    struct blocks more = *blocks;
    more.count += more.count < 4 ? 1 : more.count / 4;
    more.kept = NULL;
    return more;
}

/* Returns their number, or 0. */
static size_t add_least(struct bench *bench, size_t apart) {
    struct blocks blocks;
    if (!find_least(bench, apart, &blocks, bench->kept[bench->leasts]))
        return 0;
    add_row(bench, LEAST, blocks);
    add_row(bench, WITHOUT, blocks);
    add_row(bench, HALF, blocks);
    add_row(bench, MORE, more_of(&blocks));
    bench->tlb2.walk = tlb2_over(&bench->tlb2, &blocks, blocks.count);
    bench->least[bench->leasts++] = blocks;
    return blocks.each;
}

/* And of the pages behind these. */
static void add_both(struct bench *bench, size_t apart) {
    size_t pages = add_least(bench, apart);
    bench->tlb2.start += pages;
    if (pages > 0)
        add_least(bench, apart);
}

/* At each distance the fewest blocks that do not fit, the first of them SHIFT blocks from the
   beginning; 0 where at another one there are far fewer. */
static void find_fewest(struct bench *bench, size_t shift, size_t *fewest) {
    for (size_t i = DISTANCES, most = BLOCKS; i-- > 0;) {
        bench->tlb2.start = shift << i;
        fewest[i] = tlb2_fewest(&bench->tlb2, (size_t)1 << i, 0, most);
        most = fewest[i] > 0 && 2 * fewest[i] < most ? 2 * fewest[i] : most;
    }
}

/* Those distances at which the fewest do not. */
static void add_ways(struct bench *bench, size_t shift) {
    size_t fewest[DISTANCES];
    find_fewest(bench, shift, fewest);
    for (size_t turn = 0; turn < TRIED && bench->leasts + 2 <= SETS; turn++) {
        size_t best = 0;
        for (size_t i = 1; i < DISTANCES; i++)
            if (fewest[i] > 0 && (fewest[best] == 0 || fewest[i] < fewest[best]))
                best = i;
        bench->tlb2.start = shift << best;
        if (fewest[best] > 0)
            add_both(bench, (size_t)1 << best);
        fewest[best] = 0;
    }
}

/* Those on which two agree, or the first ones. */
static const struct blocks *agreed(const struct bench *bench) {
    for (size_t i = 0; i < bench->leasts; i++)
        for (size_t j = 0; j < i; j++)
            if (bench->least[i].count == bench->least[j].count)
                return &bench->least[j];
    return bench->least;
}

static size_t ways_of(const struct bench *bench) {
    return agreed(bench)->count - 1;
}

/* Blocks of no less pages than there are of them on one set, and more than the first TLB holds. */
static size_t pages_for(const struct bench *bench, size_t count) {
    size_t each = 1;
    while (count <= SINGLE && (each < count || each * count < 2 * bench->tlb2.tlb1_pages))
        each *= 2;
    return each;
}

static struct blocks run_of(size_t pages) {
    return (struct blocks){.apart = pages, .count = 1, .each = pages};
}

/* A fold of the page's number has some of these distances on few sets, and hardly all. */
static struct blocks sparse_on(size_t pages, size_t layout) {
    size_t apart = SPARSEST - layout % SPARSE_KINDS * 2;
    return (struct blocks){.apart = apart, .count = pages, .each = 1};
}

/* Beyond those that surely miss the first TLB. */
static void add_grown(struct bench *bench) {
    size_t pages = TLB2_BEYOND * bench->tlb2.tlb1_pages;
    struct blocks grown = run_of(pages);
    while (tlb2_has_room(&bench->tlb2, &grown) &&
           tlb2_fits_yet(&bench->tlb2, &grown, tlb2_rise(&bench->tlb2)))
        grown = run_of(pages += pages / QUARTER);
    add_row(bench, GROWN, grown);
    add_row(bench, GROWN, run_of(pages / 8 * FEWER));
    add_row(bench, SPARSE, sparse_on(pages / 8 * FEWER, 0));
}

/* More than half of the entries, which twice as many as there are would not be; other pages that
   are translated have some room. */
static struct blocks held_of(size_t entries) {
    return run_of(entries / 8 * 5);
}

/* A quarter more, or one for each set. */
static struct blocks missed_of(const struct bench *bench, size_t entries) {
    size_t ways = ways_of(bench);
    return run_of(entries + (ways < 4 ? entries / ways : entries / 4));
}

/* At each distance its product with the blocks of EACH pages that fit, where these are not too many
   pages; 0: not known. */
static void find_products(struct bench *bench, size_t each, size_t *product) {
    for (size_t i = DISTANCES, pages = 0; i-- > 0 && (size_t)1 << i >= each;) {
        size_t blocks =
            pages <= SEARCHED ? tlb2_fewest(&bench->tlb2, (size_t)1 << i, each, BLOCKS) : 0;
        product[i] = blocks > 0 ? (blocks - 1) << i : 0;
        pages = blocks > 0 ? blocks * each : pages;
    }
}

/* Do blocks of so many entries fit at a distance, each set full of them, and not one more? */
static bool are_all(struct bench *bench, size_t apart, size_t each, size_t entries) {
    struct blocks blocks = tlb2_blocks(&bench->tlb2, apart, entries / apart, each);
    struct blocks more = tlb2_blocks(&bench->tlb2, apart, entries / apart + 1, each);
    return blocks.count > 0 && blocks.count % ways_of(bench) == 0 &&
           !tlb2_late(&bench->tlb2, TLB2_SEARCH_NS) && more.count * each <= 2 * SEARCHED &&
           tlb2_has_room(&bench->tlb2, &more) &&
           tlb2_fits(&bench->tlb2, &blocks, TLB2_PART * bench->tlb2.walk) &&
           !tlb2_fits(&bench->tlb2, &more, MUCH * bench->tlb2.walk);
}

/* Do so many pages in a row fit, and no more? */
static bool run_fits(struct bench *bench, size_t entries) {
    struct blocks held = held_of(entries), missed = missed_of(bench, entries);
    double limit = MOST_OF * bench->tlb2.walk;
    return tlb2_has_room(&bench->tlb2, &missed) && tlb2_fits(&bench->tlb2, &held, limit) &&
           !tlb2_fits(&bench->tlb2, &missed, limit);
}

/* At two distances, or at one where that is of single pages? */
static bool are_entries(struct bench *bench, size_t each, size_t entries) {
    size_t distances = 0, enough = each > 1 ? 2 : 1;
    for (size_t i = DISTANCES; i-- > 0 && distances < enough && (size_t)1 << i >= each;)
        distances += are_all(bench, (size_t)1 << i, each, entries);
    return distances == enough && run_fits(bench, entries);
}

/* The least product of which that is true, or 0: what disturbs makes some less. */
static size_t find_entries(struct bench *bench, size_t each, const size_t *product) {
    size_t found = 0;
    for (size_t i = 0; i < DISTANCES; i++)
        if (product[i] > 0 && (found == 0 || product[i] < found) &&
            are_entries(bench, each, product[i]))
            found = product[i];
    return found;
}

/* Blocks that fit at each distance, and one more. */
static void add_pairs(struct bench *bench, size_t each, size_t entries, const size_t *product) {
    for (size_t i = 0; i < DISTANCES; i++) {
        size_t most = (product[i] > entries ? product[i] : entries) >> i;
        for (size_t more = 0; more < 2 && most > 0 && (size_t)1 << i >= each; more++)
            add_row(bench, DISTANT, tlb2_blocks(&bench->tlb2, (size_t)1 << i, most + more, each));
    }
}

static void add_distances(struct bench *bench) {
    const struct blocks *blocks = agreed(bench);
    size_t each = pages_for(bench, blocks->count), product[DISTANCES] = {0};
    for (size_t shift = 0; shift < SHIFTS * STEP && bench->entries == 0; shift += STEP) {
        bench->tlb2.start = blocks->start + shift * blocks->apart;
        find_products(bench, each, product);
        bench->entries = find_entries(bench, each, product);
    }
    add_pairs(bench, each, bench->entries, product);
    if (bench->entries > 0) {
        add_row(bench, RUN, held_of(bench->entries));
        add_row(bench, RUN, missed_of(bench, bench->entries));
    }
}

static bool plan_rows(struct bench *bench) {
    if (!tlb2_open(&bench->tlb2))
        return false;
    add_row(bench, SOME, tlb2_blocks(&bench->tlb2, TLB2_STRAY, TLB2_FEW, 1));
    add_row(bench, BEYOND,
            tlb2_blocks(&bench->tlb2, TLB2_STRAY, TLB2_BEYOND * bench->tlb2.tlb1_pages, 1));
    add_grown(bench);
    for (bench->tlb2.enough = ENOUGH; bench->tlb2.enough <= PLENTY; bench->tlb2.enough *= ENOUGH)
        for (size_t shift = 0; shift < SHIFTS * STEP && bench->leasts == 0; shift += STEP)
            add_ways(bench, shift);
    if (are_sharp(bench))
        add_distances(bench);
    return true;
}

/* ---- the table ---- */

static void measure_row(struct bench *bench, struct row *row, size_t layout) {
    struct blocks blocks = row->blocks;
    if (row->role == SPARSE)
        blocks = sparse_on(blocks.count, layout);
    size_t spared = row->role == WITHOUT ? layout % blocks.count : blocks.count;
    size_t count = tlb2_place(&bench->tlb2, &blocks, spared, row->role == HALF ? 2 : 1);
    row->cycles[row->measured++] = places_measure(&bench->tlb2.places, count);
}

static void measure_layout(struct bench *bench, size_t layout) {
    size_t order[MOST_ROWS];
    for (size_t i = 0; i < bench->rows; i++)
        order[i] = i;
    order_shuffle(&bench->tlb2.dice, order, bench->rows);
    for (size_t i = 0; i < bench->rows; i++)
        measure_row(bench, &bench->row[order[i]], layout);
}

static void print_row(struct bench *bench, struct row *row, const char *role, FILE *out) {
    const struct blocks *blocks = &row->blocks;
    double same = tlb2_packed(&bench->tlb2, blocks->count * blocks->each);
    struct spread spread = spread_of(row->cycles, row->measured);
    if (spread.median < HUGE_VAL && same < HUGE_VAL)
        fprintf(out, "%s\t%zu\t%zu\t%zu\t%zu\t%.4f\t%.4f\t%.4f\n", role, blocks->start,
                blocks->apart, blocks->count, blocks->each, spread.median, spread.low, same);
}

/* Words ascend by their letters. */
static void print_blocks(struct bench *bench, FILE *out) {
    static const struct {
        enum role role;
        const char *word;
    } roles[] = {{BEYOND, "beyond"}, {DISTANT, "distant"}, {GROWN, "grown"}, {HALF, "half"},
                 {LEAST, "least"},   {MORE, "more"},       {RUN, "run"},     {SOME, "some"},
                 {SPARSE, "sparse"}, {WITHOUT, "without"}};
    fprintf(out, "# section: blocks\n# columns: role start apart blocks pages cycles low same\n");
    for (size_t k = 0; k < ROOM_OF(roles); k++)
        for (size_t i = 0; i < bench->rows; i++)
            if (bench->row[i].role == roles[k].role)
                print_row(bench, &bench->row[i], roles[k].word, out);
}

static const char *measure_all(struct bench *bench, FILE *out) {
    if (!plan_rows(bench))
        return NEVER_HERE "no number of pages costs more than others that miss the first TLB";
    size_t layouts = 0;
    for (; layouts < LAYOUTS && !tlb2_late(&bench->tlb2, LAYOUT_NS); layouts++) {
        measure_layout(bench, layouts);
        places_wait(&bench->tlb2.places, TLB2_PAUSE_NS);
    }
    if (layouts < LEAST_LAYOUTS)
        return "it is too busy here";
    if (bench->entries > 0)
        tlb2_policy_measure(&bench->tlb2, &bench->policy, bench->entries, ways_of(bench));
    fprintf(out, "# sweep: tlb2\n");
    print_blocks(bench, out);
    tlb2_policy_print(&bench->policy, out);
    return NULL;
}

/* As many pages as memory and limits allow. */
static bool open_bench(struct bench *bench) {
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
    struct bench *bench = calloc(1, sizeof *bench);
    if (bench == NULL)
        return "no memory for the pages";
    bench->tlb2.places.machine = machine;
    bench->tlb2.places.order = bench->tlb2.order;
    bench->tlb2.places.room = ROOM_OF(bench->tlb2.order);
    bench->tlb2.dice.state = 20040614;
    bench->tlb2.places.dice = &bench->tlb2.dice;
    bench->tlb2.begun_ns = machine_age_ns(machine);
    const char *why = open_bench(bench) ? measure_all(bench, out) : "no memory for the pages";
    pages_release(machine, &bench->tlb2.places.pages);
    free(bench);
    return why;
}
