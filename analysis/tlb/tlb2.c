/* tlb2.c - decides whether there is a second TLB, its entries and its ways, from blocks of pages.

   The table has a section of blocks of pages, some pages from one block to the next.  Each row has
   its role, the cost of a load on most layouts and at least, and the cost of as many packed lines.
   A second section has loops, as laps.c describes them, where the entries and ways were found.  All
   comparisons use the cost above packed lines and above a miss of the first TLB, relative to that
   cost where nothing fits.

   Take blocks that do not fit, though the rest fits whichever one is left out.  They are one more
   than the ways, however pages are mapped to sets, if no two pages of a block share a set: every
   set that overflows has a page of each block.  If every other page of one block is left out, half
   of these sets have room again.  Entries that cover several pages, cache lines of page tables, or
   a paging-structure cache would miss as before; and if several pages of a block shared a set, all
   or none would miss.  Two lines on each page of the others must cost no more, or the blocks' own
   lines overflow.  So this finds a TLB and no cache of data or of the page walk.

   Consecutive pages may also overflow a cache of page tables or of their lines.  But then as many
   pages with a page-table line each overflow it as well, if they and their lines are more.

   If a few more blocks cost the same, all of them miss (with random replacement more would miss);
   the added cost is that of a page walk with cached tables.

   At a distance D, E / D blocks fit and one more does not, where D divides the number of sets; at
   other distances more fit (X-Ray's Theorem 1).  So the least product of distance and blocks is E.
   Two distances must agree, each number of blocks must be the ways or a multiple, and about E
   consecutive pages must fit.

   Unknown where distances or layouts disagree. */
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

/* Relative to the cost where nothing fits: the highest cost of a row that fits on the best layout,
   and on most layouts; the lowest cost of one that does not, likewise; and the range where half of
   the sets overflow. */
static const double TLB2_FITS = 0.125, TLB2_ABOUT = 0.4, TLB2_RISES = 0.2, TLB2_MOST = 0.6;
static const double TLB2_LESS = 0.3, TLB2_MORE = 0.8;
/* Overflowing lines, of pages or of page tables, cost as much as overflowing pages.  In a guest,
   pages far apart also need more of the host's tables, which costs less. */
static const double TLB2_LINES = 0.5;
/* The least cost of a page walk, relative to a hit. */
static const double TLB2_WALK = 0.25;
/* The same where many pages overflow: the frames of more pages may also have more lines that
   conflict in a cache. */
static const double TLB2_MANY = 0.5;
/* Rows in which everything misses differ by less, relative to the cost of a miss. */
static const double TLB2_FLAT = 0.05;
static const double TLB2_SURE = 0.95;

struct tlb2 {
    const struct table *table, *laps; /* of blocks; of loops, or NULL */
    double hit, miss; /* cost of a miss of the first TLB, and how much of that is the miss itself */
    double walk;      /* the least cost beyond that where nothing fits */
    double ways;
};

static double tlb2_cell(const struct tlb2 *tlb, size_t row, size_t column) {
    return table_at(tlb->table, row, column);
}

static bool tlb2_is(const struct tlb2 *tlb, size_t row, const char *role) {
    return table_is_word(tlb->table, row, TLB2_ROLE, role);
}

/* The row of ROLE with BLOCKS blocks, as far apart as those of ROW, or the number of rows. */
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

/* The least cost of ROW beyond misses of the first TLB; 0 where there is no row. */
static double tlb2_over(const struct tlb2 *tlb, size_t row) {
    if (row == tlb->table->rows)
        return 0;
    return tlb2_cell(tlb, row, TLB2_LOW) - tlb2_cell(tlb, row, TLB2_SAME) - tlb->miss;
}

/* ---- lines ---- */

static size_t first_of(const struct tlb2 *tlb, const char *role) {
    size_t row = 0;
    while (row < tlb->table->rows && !tlb2_is(tlb, row, role))
        row++;
    return row;
}

/* What the second line on each page of row TWO costs beyond row ONE, of the same pages with one
   line each, on most layouts. */
static double cost_of_second(const struct tlb2 *tlb, size_t one, size_t two) {
    return tlb2_cell(tlb, two, TLB2_CYCLES) - tlb2_cell(tlb, one, TLB2_LOW);
}

/* What it costs beyond as many packed lines. */
static double over_packed(const struct tlb2 *tlb, size_t one, size_t two) {
    double packed = tlb2_cell(tlb, two, TLB2_SAME) - tlb2_cell(tlb, one, TLB2_SAME);
    return cost_of_second(tlb, one, two) - packed;
}

/* The larger of both for consecutive pages, whose packed lines may conflict where theirs do not;
   NOT_MEASURED without such rows. */
static double cost_of_lines(const struct tlb2 *tlb) {
    size_t two = first_of(tlb, "twice"), rows = tlb->table->rows;
    for (size_t one = first_of(tlb, "grown"); one < rows && two < rows; one++)
        if (tlb2_is(tlb, one, "grown") &&
            table_is(tlb->table, one, TLB2_PAGES, tlb2_cell(tlb, two, TLB2_PAGES)))
            return fmax(cost_of_second(tlb, one, two), over_packed(tlb, one, two));
    return NOT_MEASURED;
}

/* Without one block, do two lines on each page of the others, which are as many lines as those of
   ROW or more, cost far less than its walks?  Then its misses are of pages. */
static bool are_not_lines(const struct tlb2 *tlb, size_t row) {
    double blocks = tlb2_cell(tlb, row, TLB2_BLOCKS);
    size_t without = tlb2_row(tlb, "without", row, blocks);
    size_t doubled = tlb2_row(tlb, "doubled", row, blocks), rows = tlb->table->rows;
    return without < rows && doubled < rows &&
           over_packed(tlb, without, doubled) <= TLB2_LINES * tlb2_over(tlb, row);
}

/* ---- blocks of which none can go ---- */

/* Do the blocks of ROW overflow the second TLB, and fit if any one is left out, on most layouts? */
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

/* The cost without every other page of one block, relative to the cost with all of them.  Half
   where blocks are single pages, which share nothing. */
static double half_of_least(const struct tlb2 *tlb, size_t row) {
    bool single = tlb2_cell(tlb, row, TLB2_PAGES) <= 1;
    size_t half = tlb2_row(tlb, "half", row, tlb2_cell(tlb, row, TLB2_BLOCKS));
    return single ? 0.5 : tlb2_over(tlb, half) / tlb2_over(tlb, row);
}

static bool are_pages(const struct tlb2 *tlb, size_t row) {
    double half = is_least(tlb, row) ? half_of_least(tlb, row) : 0;
    return half >= TLB2_LESS && half <= TLB2_MORE && are_not_lines(tlb, row);
}

/* The number of ways, one less than the blocks that all rows agree on, or 0; and the cost of a
   miss. */
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

/* The product of distance and blocks if these blocks fit and one more does not; 0 otherwise. */
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

/* Do about ENTRIES consecutive pages fit, and not many more? */
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

/* The least product, if WITNESSES distances share it, or 0.  Where it equals the ways there is one
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

/* Do consecutive pages overflow?  And do fewer pages cost far less, with as many lines of page
   tables, or with two lines each?  Then it was pages that overflowed, and not lines or tables. What
   packed lines differ by is added: lines of other frames may differ as much. */
static bool holds_pages(const struct tlb2 *tlb) {
    size_t held = first_of(tlb, "grown"), grown = held + 1, sparse = first_of(tlb, "sparse");
    if (grown >= tlb->table->rows || !tlb2_is(tlb, grown, "grown") || sparse == tlb->table->rows)
        return false;
    double few = tlb2_over(tlb, held), more = tlb2_over(tlb, grown) - few;
    double tables = tlb2_over(tlb, sparse) - few;
    double packed = fabs(tlb2_cell(tlb, grown, TLB2_SAME) - tlb2_cell(tlb, held, TLB2_SAME));
    return few >= -TLB2_FITS * tlb->miss && more >= TLB2_MANY * tlb->hit &&
           fmax(0, fmax(tables, cost_of_lines(tlb))) + packed <= TLB2_LINES * more;
}

/* The least possible number of entries, or 0: half of the pages that fitted, because two pages may
   share an entry. */
static double least_entries(const struct tlb2 *tlb) {
    return holds_pages(tlb) ? tlb2_cell(tlb, first_of(tlb, "grown"), TLB2_PAGES) / 2 : 0;
}

/* The cost of a miss: blocks that overflow all sets, and a few more, which may use other sets, at
   one distance; or 0.  Under nested paging a walk has no single cost. */
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
                "no number of pages surely overflows a second TLB");
    answer_tlb2(answers, "tlb2_miss", entries > 0 ? find_tlb2_miss(tlb) : 0,
                "adding blocks to a set that overflows changes the cost of a miss");
    answer_tlb2(answers, "tlb2_entries", entries,
                "distances and consecutive pages show different numbers of entries");
    if (!(entries > 0) && least_entries(tlb) > 0)
        answer_least(answers, "tlb2_entries", least_entries(tlb));
    answer_tlb2(answers, "tlb2_assoc", entries > 0 ? tlb->ways : 0,
                "blocks that just overflow show different numbers of ways");
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
    .form =
        {{.section = "blocks",
          .keys = 4,
          .columns = 8,
          .above_zero = "cycles low same",
          .words =
              {"role beyond distant doubled grown half least more run some sparse twice without"}},
         {.section = "laps", .optional = true, .keys = 2, .columns = 6}},
    .rows = 8192,
    .decide = tlb2_decide};
