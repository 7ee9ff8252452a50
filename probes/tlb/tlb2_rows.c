/* tlb2_rows.c - searches for the blocks of pages that show the second TLB's ways and entries, and
   plans a row for each. */
#include "tlb2_rows.h"

#include "../../analysis/room.h"

#include <math.h>
#include <string.h>

enum {
    SEARCHED = 1024,  /* the most pages among which a search is made */
    DISTANCES = 13,   /* distances: the powers of two, in pages */
    TRIED = 4,        /* distances that are tried */
    SINGLE = 64,      /* ways; with that many, blocks are single pages */
    QUARTER = 4,      /* the part by which the number of adjacent pages grows from row to row */
    FEWER = 5,        /* eighths of these, which with a line of the tables each are more lines, */
    SPARSEST = 23,    /* pages apart at the most, */
    SPARSE_KINDS = 4, /* in turn */
    ENOUGH = 4,       /* times what the first TLB holds, at the most, of pages of all blocks, */
    PLENTY = 16,      /* or so many where these show nothing */
    SHIFTS = 4,       /* blocks that may be the first: folds need those whose numbers begin at a
                         multiple of a power of two, */
    STEP = 4          /* from one to the next */
};
static const double MUCH = 0.25, MOST_OF = 0.5;

/* Returns whether minimal sets of blocks that do not fit mostly fit without one block.  They do
   not if other translations, for example those of a host, take entries too. */
static bool are_sharp(struct tlb2_plan *plan) {
    for (size_t set = 0; set < plan->leasts; set++) {
        const struct blocks *blocks = &plan->least[set];
        size_t fits = 0;
        for (size_t i = 0; i < blocks->count; i++)
            fits += tlb2_over(&plan->tlb2, blocks, i) <= MUCH * plan->tlb2.walk;
        if (2 * fits < blocks->count)
            return false;
    }
    return plan->leasts > 0;
}

/* Returns whether ROW comes before a row of that role and those blocks. */
static bool precedes(const struct tlb2_row *row, enum role role, const struct blocks *blocks) {
    if (row->role != role)
        return row->role < role;
    if (row->blocks.start != blocks->start)
        return row->blocks.start < blocks->start;
    if (row->blocks.apart != blocks->apart)
        return row->blocks.apart < blocks->apart;
    return row->blocks.count < blocks->count;
}

/* Adds a row in ascending order. */
static void add_row(struct tlb2_plan *plan, enum role role, struct blocks blocks) {
    size_t at = 0;
    if (!room_for(TLB2_ROWS, plan->rows + 1, 1) || !tlb2_has_room(&plan->tlb2, &blocks))
        return;
    while (at < plan->rows && precedes(&plan->row[at], role, &blocks))
        at++;
    memmove(plan->row + at + 1, plan->row + at, (plan->rows++ - at) * sizeof *plan->row);
    plan->row[at] = (struct tlb2_row){role, blocks, {0}, 0, 0};
}

/* Removes the blocks without which the others still do not fit, by a LIMIT. */
static void reduce(struct tlb2_plan *plan, struct blocks *blocks, size_t *kept, double limit) {
    for (size_t i = blocks->count;
         i-- > 0 && blocks->count > 2 && !tlb2_late(&plan->tlb2, TLB2_SEARCH_NS);)
        if (tlb2_least_over(&plan->tlb2, blocks, i, limit) > limit) {
            blocks->count--;
            memmove(kept + i, kept + i + 1, (blocks->count - i) * sizeof *kept);
        }
}

/* Reduces all blocks by a part of what a miss of all adds, MORE, and again with larger blocks
   where the first TLB holds nearly as many pages: without one block it would hold all. */
static void reduce_all(struct tlb2_plan *plan, struct blocks *blocks, size_t *kept, double more) {
    for (size_t i = 0; i < blocks->count; i++)
        kept[i] = i;
    blocks->kept = kept;
    reduce(plan, blocks, kept, TLB2_PART * more);
    while (blocks->each * blocks->count < 2 * plan->tlb2.tlb1_pages &&
           2 * blocks->each <= blocks->apart) {
        blocks->each *= 2;
        reduce(plan, blocks, kept, TLB2_PART * more);
    }
}

/* Finds a minimal set of blocks at a distance that do not fit.  Returns false if noise made them
   slow. */
static bool find_least(struct tlb2_plan *plan, size_t apart, struct blocks *blocks, size_t *kept) {
    for (size_t i = 0; i < TLB2_SEARCHES; i++) {
        size_t count = tlb2_fewest(&plan->tlb2, apart, 0, TLB2_BLOCKS_MOST);
        *blocks = tlb2_blocks(&plan->tlb2, apart, count, 0);
        bool room = room_for(TLB2_BLOCKS_MOST, count, 1) && tlb2_has_room(&plan->tlb2, blocks);
        double more =
            room ? tlb2_least_over(&plan->tlb2, blocks, count, tlb2_rise(&plan->tlb2)) : 0;
        if (more > tlb2_rise(&plan->tlb2)) {
            reduce_all(plan, blocks, kept, more);
            places_wait(&plan->tlb2.places, TLB2_PAUSE_NS);
            if (!tlb2_fits(&plan->tlb2, blocks, fmax(tlb2_rise(&plan->tlb2), MOST_OF * more)))
                return true;
        }
    }
    return false;
}

/* Returns a quarter more blocks, at least one. */
static struct blocks more_of(const struct blocks *blocks) {
    struct blocks more = *blocks;
    more.count += more.count < 4 ? 1 : more.count / 4;
    more.kept = NULL;
    return more;
}

/* Adds the rows of a minimal set.  Returns the number of its blocks, or 0 if there is none. */
static size_t add_least(struct tlb2_plan *plan, size_t apart) {
    struct blocks blocks;
    if (!find_least(plan, apart, &blocks, plan->kept[plan->leasts]))
        return 0;
    add_row(plan, ROW_LEAST, blocks);
    add_row(plan, ROW_WITHOUT, blocks);
    add_row(plan, ROW_DOUBLED, blocks);
    add_row(plan, ROW_HALF, blocks);
    add_row(plan, ROW_MORE, more_of(&blocks));
    plan->tlb2.walk = tlb2_over(&plan->tlb2, &blocks, blocks.count);
    plan->least[plan->leasts++] = blocks;
    return blocks.each;
}

/* Adds the rows of a second minimal set, of the pages behind the first. */
static void add_both(struct tlb2_plan *plan, size_t apart) {
    size_t pages = add_least(plan, apart);
    plan->tlb2.start += pages;
    if (pages > 0)
        add_least(plan, apart);
}

/* Finds, at each distance, the fewest blocks that do not fit, the first of them SHIFT blocks from
   the beginning; 0 if far fewer do not fit at another distance. */
static void find_fewest(struct tlb2_plan *plan, size_t shift, size_t *fewest) {
    for (size_t i = DISTANCES, most = TLB2_BLOCKS_MOST; i-- > 0;) {
        plan->tlb2.start = shift << i;
        fewest[i] = tlb2_fewest(&plan->tlb2, (size_t)1 << i, 0, most);
        most = fewest[i] > 0 && 2 * fewest[i] < most ? 2 * fewest[i] : most;
    }
}

/* Adds rows at the distances at which the fewest blocks do not fit. */
static void add_way_rows(struct tlb2_plan *plan, size_t shift) {
    size_t fewest[DISTANCES];
    find_fewest(plan, shift, fewest);
    for (size_t turn = 0; turn < TRIED && plan->leasts + 2 <= TLB2_SETS; turn++) {
        size_t best = 0;
        for (size_t i = 1; i < DISTANCES; i++)
            if (fewest[i] > 0 && (fewest[best] == 0 || fewest[i] < fewest[best]))
                best = i;
        plan->tlb2.start = shift << best;
        if (fewest[best] > 0)
            add_both(plan, (size_t)1 << best);
        fewest[best] = 0;
    }
}

/* Returns the minimal set whose size two searches agree on, or the first one. */
static const struct blocks *agreed(const struct tlb2_plan *plan) {
    for (size_t i = 0; i < plan->leasts; i++)
        for (size_t j = 0; j < i; j++)
            if (plan->least[i].count == plan->least[j].count)
                return &plan->least[j];
    return plan->least;
}

size_t tlb2_ways(const struct tlb2_plan *plan) {
    return agreed(plan)->count - 1;
}

/* Blocks of no less pages than there are of them on one set, and more than the first TLB holds. */
static size_t pages_for(const struct tlb2_plan *plan, size_t count) {
    size_t each = 1;
    while (count <= SINGLE && (each < count || each * count < 2 * plan->tlb2.tlb1_pages))
        each *= 2;
    return each;
}

static struct blocks run_of(size_t pages) {
    return (struct blocks){.apart = pages, .count = 1, .each = pages};
}

/* The distances differ, since an index that folds the page number maps some distances to few
   sets, but hardly all. */
struct blocks tlb2_sparse(size_t pages, size_t layout) {
    size_t apart = SPARSEST - layout % SPARSE_KINDS * 2;
    return (struct blocks){.apart = apart, .count = pages, .each = 1};
}

/* Beyond those that surely miss the first TLB. */
static void add_grown(struct tlb2_plan *plan) {
    size_t pages = TLB2_BEYOND * plan->tlb2.tlb1_pages;
    struct blocks grown = run_of(pages);
    while (tlb2_has_room(&plan->tlb2, &grown) &&
           tlb2_fits_yet(&plan->tlb2, &grown, tlb2_rise(&plan->tlb2)))
        grown = run_of(pages += pages / QUARTER);
    add_row(plan, ROW_GROWN, grown);
    add_row(plan, ROW_GROWN, run_of(pages / 8 * FEWER));
    add_row(plan, ROW_SPARSE, tlb2_sparse(pages / 8 * FEWER, 0));
    add_row(plan, ROW_TWICE, run_of(pages / 8 * FEWER));
}

/* More than half of the entries, which twice as many as there are would not be; other pages that
   are translated have some room. */
static struct blocks held_of(size_t entries) {
    return run_of(entries / 8 * 5);
}

/* A quarter more, or one for each set. */
static struct blocks missed_of(const struct tlb2_plan *plan, size_t entries) {
    size_t ways = tlb2_ways(plan);
    return run_of(entries + (ways < 4 ? entries / ways : entries / 4));
}

/* Finds, for each distance, its product with the number of blocks of EACH pages that fit, or 0 if
   these have too many pages. */
static void find_products(struct tlb2_plan *plan, size_t each, size_t *product) {
    for (size_t i = DISTANCES, pages = 0; i-- > 0 && (size_t)1 << i >= each;) {
        size_t blocks = pages <= SEARCHED
                            ? tlb2_fewest(&plan->tlb2, (size_t)1 << i, each, TLB2_BLOCKS_MOST)
                            : 0;
        product[i] = blocks > 0 ? (blocks - 1) << i : 0;
        pages = blocks > 0 ? blocks * each : pages;
    }
}

/* Returns whether blocks of ENTRIES pages in all fit at a distance, and one more block does
   not. */
static bool are_all(struct tlb2_plan *plan, size_t apart, size_t each, size_t entries) {
    struct blocks blocks = tlb2_blocks(&plan->tlb2, apart, entries / apart, each);
    struct blocks more = tlb2_blocks(&plan->tlb2, apart, entries / apart + 1, each);
    return blocks.count > 0 && blocks.count % tlb2_ways(plan) == 0 &&
           !tlb2_late(&plan->tlb2, TLB2_SEARCH_NS) && more.count * each <= 2 * SEARCHED &&
           tlb2_has_room(&plan->tlb2, &more) &&
           tlb2_fits(&plan->tlb2, &blocks, TLB2_PART * plan->tlb2.walk) &&
           !tlb2_fits(&plan->tlb2, &more, MUCH * plan->tlb2.walk);
}

/* Returns whether ENTRIES adjacent pages fit, and more do not. */
static bool run_fits(struct tlb2_plan *plan, size_t entries) {
    struct blocks held = held_of(entries), missed = missed_of(plan, entries);
    double limit = MOST_OF * plan->tlb2.walk;
    return tlb2_has_room(&plan->tlb2, &missed) && tlb2_fits(&plan->tlb2, &held, limit) &&
           !tlb2_fits(&plan->tlb2, &missed, limit);
}

/* Returns whether that is so at two distances, or at one if blocks are single pages. */
static bool are_entries(struct tlb2_plan *plan, size_t each, size_t entries) {
    size_t distances = 0, enough = each > 1 ? 2 : 1;
    for (size_t i = DISTANCES; i-- > 0 && distances < enough && (size_t)1 << i >= each;)
        distances += are_all(plan, (size_t)1 << i, each, entries);
    return distances == enough && run_fits(plan, entries);
}

/* Returns the least product for which that is true, or 0.  Disturbances make some products too
   small. */
static size_t find_entries(struct tlb2_plan *plan, size_t each, const size_t *product) {
    size_t found = 0;
    for (size_t i = 0; i < DISTANCES; i++)
        if (product[i] > 0 && (found == 0 || product[i] < found) &&
            are_entries(plan, each, product[i]))
            found = product[i];
    return found;
}

/* Adds rows of the blocks that fit at each distance, and of one more. */
static void add_pairs(struct tlb2_plan *plan, size_t each, size_t entries, const size_t *product) {
    for (size_t i = 0; i < DISTANCES; i++) {
        size_t most = (product[i] > entries ? product[i] : entries) >> i;
        for (size_t more = 0; more < 2 && most > 0 && (size_t)1 << i >= each; more++)
            add_row(plan, ROW_DISTANT, tlb2_blocks(&plan->tlb2, (size_t)1 << i, most + more, each));
    }
}

static void add_distances(struct tlb2_plan *plan) {
    const struct blocks *blocks = agreed(plan);
    size_t each = pages_for(plan, blocks->count), product[DISTANCES] = {0};
    for (size_t shift = 0; shift < SHIFTS * STEP && plan->entries == 0; shift += STEP) {
        plan->tlb2.start = blocks->start + shift * blocks->apart;
        find_products(plan, each, product);
        plan->entries = find_entries(plan, each, product);
    }
    add_pairs(plan, each, plan->entries, product);
    if (plan->entries > 0) {
        add_row(plan, ROW_RUN, held_of(plan->entries));
        add_row(plan, ROW_RUN, missed_of(plan, plan->entries));
    }
}

bool tlb2_plan_rows(struct tlb2_plan *plan) {
    if (!tlb2_open(&plan->tlb2))
        return false;
    add_row(plan, ROW_SOME, tlb2_blocks(&plan->tlb2, TLB2_STRAY, TLB2_FEW, 1));
    add_row(plan, ROW_BEYOND,
            tlb2_blocks(&plan->tlb2, TLB2_STRAY, TLB2_BEYOND * plan->tlb2.tlb1_pages, 1));
    add_grown(plan);
    for (plan->tlb2.enough = ENOUGH; plan->tlb2.enough <= PLENTY; plan->tlb2.enough *= ENOUGH)
        for (size_t shift = 0; shift < SHIFTS * STEP && plan->leasts == 0; shift += STEP)
            add_way_rows(plan, shift);
    if (are_sharp(plan))
        add_distances(plan);
    return true;
}
