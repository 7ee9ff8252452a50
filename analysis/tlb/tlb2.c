/* tlb2.c - is there a second TLB, its entries and ways (METHODS 1.10).

   A section of blocks of pages, so many pages from one block to the next; of each row its role,
   what a load costs on most layouts and at the least, and what as many lines cost, packed.  Another
   one of laps, as laps.c has it, where the entries and ways were found.  What counts is what is
   over: beyond packed lines and a miss of the first TLB, as a part of what it is where nothing
   fits.

   Blocks that do not fit, of which any that is taken away leaves others that do, are one more than
   there are ways, however pages are mapped to sets, if no two pages of a block share a set: every
   set that is too full has a page of each.  With every other page of one block gone, half of these
   sets have room.  Were it entries of several pages, lines of the tables, or tables that are too
   few, all would miss as before, and were there several pages of a block on a set, all would or
   none.  So what is found is a TLB and no cache that the walk goes by.

   Pages in a row may be too many for what holds lines of the tables, or tables.  But then so many
   of them that have a line of the tables each are too many as well, if they and these are more
   lines.

   If some more blocks cost as much, all of them miss (what is replaced at random misses more of
   more); what that adds is what a walk does whose tables are in reach.

   Blocks that fit, and one more that does not, at a distance of D are E / D, where D divides the
   number of sets, and more of them at others (X-Ray's Theorem 1), so that the least product is all
   E entries: if two distances agree, at each there are as many blocks on one set as there are ways,
   or some times as many on so many sets, and about as many pages in a row fit. */
#include "../method.h"
#include "laps.h"

#include <math.h>
#include <stdbool.h>

enum {
    TLB2_ROLE,
    TLB2_START,
    TLB2_APART,
    TLB2_BLOCKS,
    TLB2_PAGES,
    TLB2_CYCLES,
    TLB2_LOW,
    TLB2_SAME
};
enum { WITNESSES = 2 };

/* Of what it costs where nothing fits: what fits does at the most, or most of what does; what does
   not fit does at the least, or most of what does not; and what half of the sets do. */
static const double TLB2_FITS = 0.125, TLB2_ABOUT = 0.4, TLB2_RISES = 0.2, TLB2_MOST = 0.6;
static const double TLB2_LESS = 0.3, TLB2_MORE = 0.8;
/* Too many lines of the tables cost as much as too many pages.  In a guest, pages that are far
   apart also need more of the host's tables, which costs less. */
static const double TLB2_LINES = 0.5;
/* A walk takes so much of a hit at the least. */
static const double TLB2_WALK = 0.25;
/* What misses costs as much, but for such a part of it. */
static const double TLB2_FLAT = 0.05;
static const double TLB2_SURE = 0.95;

struct tlb2 {
    const struct table *table, *laps; /* of blocks; of laps, or NULL */
    double hit, miss; /* what a miss of the first TLB costs, and how much of it is for the miss */
    double walk;      /* beyond that, where nothing fits, at the least */
    double ways;
};

static double tlb2_cell(const struct tlb2 *tlb, size_t row, size_t column) {
    return table_at(tlb->table, row, column);
}

static bool tlb2_is(const struct tlb2 *tlb, size_t row, const char *role) {
    return table_is_word(tlb->table, row, TLB2_ROLE, role);
}

/* The row of ROLE that is about so many BLOCKS, as far apart as those of ROW, or else how many rows
   there are. */
static size_t tlb2_row(const struct tlb2 *tlb, const char *role, size_t row, double blocks) {
    size_t i = 0;
    double apart = tlb2_cell(tlb, row, TLB2_APART);
    while (i < tlb->table->rows &&
           !(tlb2_is(tlb, i, role) && table_is(tlb->table, i, TLB2_APART, apart) &&
             table_is(tlb->table, i, TLB2_START, tlb2_cell(tlb, row, TLB2_START)) &&
             table_is(tlb->table, i, TLB2_BLOCKS, blocks)))
        i++;
    return i;
}

/* What a row costs beyond misses of the first TLB, at the least; 0 where there is no row. */
static double tlb2_over(const struct tlb2 *tlb, size_t row) {
    if (row == tlb->table->rows)
        return 0;
    return tlb2_cell(tlb, row, TLB2_LOW) - tlb2_cell(tlb, row, TLB2_SAME) - tlb->miss;
}

/* ---- blocks of which none can go ---- */

/* Do they not fit, and would they without any of them, as most layouts have it, in the second TLB
   and not in the first? */
static bool is_least(const struct tlb2 *tlb, size_t row) {
    size_t without = tlb2_row(tlb, "without", row, tlb2_cell(tlb, row, TLB2_BLOCKS));
    if (!tlb2_is(tlb, row, "least") || without == tlb->table->rows)
        return false;
    double more = tlb2_over(tlb, row), low = tlb2_cell(tlb, without, TLB2_LOW);
    double usual = tlb2_over(tlb, without) + tlb2_cell(tlb, without, TLB2_CYCLES) - low;
    return more >= TLB2_WALK * tlb->hit && usual <= TLB2_ABOUT * more &&
           tlb2_over(tlb, without) <= TLB2_FITS * more &&
           tlb2_over(tlb, without) >= -TLB2_FITS * tlb->miss;
}

/* Of what they miss, what they do without every other page of one block; half where blocks are
   single pages, which have nothing in common. */
static double half_of_least(const struct tlb2 *tlb, size_t row) {
    bool single = tlb2_cell(tlb, row, TLB2_PAGES) <= 1;
    size_t half = tlb2_row(tlb, "half", row, tlb2_cell(tlb, row, TLB2_BLOCKS));
    return single ? 0.5 : tlb2_over(tlb, half) / tlb2_over(tlb, row);
}

static bool are_pages(const struct tlb2 *tlb, size_t row) {
    double half = is_least(tlb, row) ? half_of_least(tlb, row) : 0;
    return half >= TLB2_LESS && half <= TLB2_MORE;
}

/* One less than what all of them agree on, or 0; and what misses cost. */
static double find_tlb2_ways(struct tlb2 *tlb) {
    size_t witnesses = 0;
    double ways = 0;
    for (size_t row = 0; row < tlb->table->rows; row++) {
        if (!are_pages(tlb, row))
            continue;
        double blocks = tlb2_cell(tlb, row, TLB2_BLOCKS), more = tlb2_over(tlb, row);
        if (witnesses > 0 && fabs(blocks - 1 - ways) > 0.5)
            return 0;
        ways = blocks - 1;
        tlb->walk = witnesses > 0 ? fmin(tlb->walk, more) : more;
        witnesses++;
    }
    return witnesses >= WITNESSES ? ways : 0;
}

/* ---- distances ---- */

/* The product of a row's distance and its blocks, if they fit and one more does not; 0 otherwise.
 */
static double product_of(const struct tlb2 *tlb, size_t row) {
    double blocks = tlb2_cell(tlb, row, TLB2_BLOCKS), apart = tlb2_cell(tlb, row, TLB2_APART);
    if (!tlb2_is(tlb, row, "distant") || row + 1 == tlb->table->rows ||
        !tlb2_is(tlb, row + 1, "distant") || !table_is(tlb->table, row + 1, TLB2_APART, apart))
        return 0;
    bool fit = tlb2_over(tlb, row) <= TLB2_FITS * tlb->walk;
    bool rise = tlb2_over(tlb, row + 1) >= TLB2_RISES * tlb->walk;
    bool next = table_is(tlb->table, row + 1, TLB2_BLOCKS, blocks + 1);
    return fit && rise && next ? apart * blocks : 0;
}

/* Do about so many pages in a row fit, and not many more? */
static bool run_agrees(const struct tlb2 *tlb, double entries) {
    size_t held = 0, missed = 0;
    for (size_t row = 0; row < tlb->table->rows; row++) {
        double pages = tlb2_cell(tlb, row, TLB2_PAGES), more = tlb2_over(tlb, row);
        if (!tlb2_is(tlb, row, "run") || pages < entries / 2 || pages > 2 * entries)
            continue;
        if (pages <= entries ? more > TLB2_ABOUT * tlb->walk : more < TLB2_MOST * tlb->walk)
            return false;
        held += pages <= entries;
        missed += pages > entries;
    }
    return held > 0 && missed > 0;
}

/* The least product, if as many distances have it as must, or 0.  Where it is all ways there is one
   set, and as many pages fit at any distance. */
static double find_tlb2_entries(const struct tlb2 *tlb) {
    double entries = 0;
    size_t witnesses = 0;
    for (size_t row = 0; row < tlb->table->rows; row++) {
        double product = product_of(tlb, row);
        if (product > 0 && (!(entries > 0) || product < entries))
            entries = product;
    }
    for (size_t row = 0; row < tlb->table->rows; row++) {
        double product = product_of(tlb, row);
        bool all = fabs(entries - tlb->ways) < 0.5;
        double blocks = tlb2_cell(tlb, row, TLB2_BLOCKS);
        witnesses += product > 0 && fabs((all ? blocks : product) - entries) < 0.5 &&
                     !(fmod(blocks, tlb->ways) > 0);
    }
    return witnesses >= WITNESSES && run_agrees(tlb, entries) ? entries : 0;
}

/* ---- many pages ---- */

static size_t first_of(const struct tlb2 *tlb, const char *role) {
    size_t row = 0;
    while (row < tlb->table->rows && !tlb2_is(tlb, row, role))
        row++;
    return row;
}

/* Are pages in a row too many at last, and as many lines of them and of the tables, that are fewer
   pages, far less so on some layouts?  It was pages then, and not lines, nor tables. */
static bool holds_pages(const struct tlb2 *tlb) {
    size_t held = first_of(tlb, "grown"), grown = held + 1, sparse = first_of(tlb, "sparse");
    if (grown >= tlb->table->rows || !tlb2_is(tlb, grown, "grown") || sparse == tlb->table->rows)
        return false;
    double few = tlb2_over(tlb, held), more = tlb2_over(tlb, grown) - few;
    return few >= -TLB2_FITS * tlb->miss && more >= TLB2_WALK * tlb->hit &&
           tlb2_over(tlb, sparse) - few <= TLB2_LINES * more;
}

/* The fewest entries that there can be, or 0 where nothing shows: half of the pages that were held,
   because two pages may share an entry. */
static double least_entries(const struct tlb2 *tlb) {
    return holds_pages(tlb) ? tlb2_cell(tlb, first_of(tlb, "grown"), TLB2_PAGES) / 2 : 0;
}

/* What misses cost: all blocks of which none can go alike, and some more of them, which may be on
   other sets but at one distance; or 0.  Where a host translates too, a walk has no one cost. */
static double find_tlb2_miss(const struct tlb2 *tlb) {
    double least = NOT_MEASURED, most = 0;
    size_t shown = 0;
    for (size_t row = 0; row < tlb->table->rows; row++) {
        if (!are_pages(tlb, row))
            continue;
        double blocks = tlb2_cell(tlb, row, TLB2_BLOCKS), cost = tlb2_over(tlb, row);
        double all = blocks + fmax(1, floor(blocks / 4));
        double more = tlb2_over(tlb, tlb2_row(tlb, "more", row, all));
        least = fmin(least, cost);
        most = fmax(most, fmax(cost, more));
        shown += more >= (1 - TLB2_FLAT) * cost;
    }
    return shown > 0 && most - least <= TLB2_FLAT * most ? floor((least + most) / 2 + 0.5) : 0;
}

/* ---- all ---- */

static void answer_tlb2(struct answers *answers, const char *name, double value, const char *why) {
    if (value > 0)
        answer_integer(answers, name, value, TLB2_SURE);
    else
        answer_unknown(answers, name, "%s", why);
}

static void answer_second(const struct tlb2 *tlb, struct answers *answers) {
    bool sure = tlb->ways > 0;
    double entries = sure ? find_tlb2_entries(tlb) : 0;
    bool second = sure || holds_pages(tlb);
    answer_tlb2(answers, "tlb_levels", second ? 2 : 0,
                "no pages are surely what a second TLB has no room for");
    answer_tlb2(answers, "tlb2_miss", entries > 0 ? find_tlb2_miss(tlb) : 0,
                "blocks of which none can go do not miss like more of them");
    answer_tlb2(answers, "tlb2_entries", entries,
                "distances and pages in a row do not agree on a number of entries");
    if (!(entries > 0) && least_entries(tlb) > 0)
        answer_least(answers, "tlb2_entries", least_entries(tlb));
    answer_tlb2(answers, "tlb2_assoc", entries > 0 ? tlb->ways : 0,
                "blocks of which none can go do not agree on a number of ways");
    struct laps laps = {
        .table = entries > 0 ? tlb->laps : NULL, .hit = tlb->miss, .miss = tlb->walk};
    laps_answer(&laps, "tlb2_replacement", answers);
}

static void tlb2_decide(const struct table *all, const struct options *options,
                        struct answers *answers) {
    const struct table *table = table_section(all, "blocks");
    struct tlb2 tlb = {.table = table, .laps = table_section(all, "laps")};
    size_t row = 0;
    (void)options;
    while (row + 1 < table->rows && !tlb2_is(&tlb, row, "beyond"))
        row++;
    tlb.hit = tlb2_cell(&tlb, row, TLB2_LOW);
    tlb.miss = tlb.hit - tlb2_cell(&tlb, row, TLB2_SAME);
    tlb.ways = find_tlb2_ways(&tlb);
    answer_second(&tlb, answers);
}

const struct method tlb2_method = {
    .name = "tlb2",
    .summary = "the second TLB, from blocks of pages",
    .form = {{.section = "blocks",
              .keys = 4,
              .columns = 8,
              .above_zero = "cycles low same",
              .words = {"role beyond distant grown half least more run some sparse without"}},
             {.section = "laps", .optional = true, .keys = 2, .columns = 6}},
    .rows = 8192,
    .decide = tlb2_decide};
