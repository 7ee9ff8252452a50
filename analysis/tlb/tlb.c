/* tlb.c - decides entries and ways of the first TLB, of data or of code, and for data the cost of a
   miss and the page size, from loads on many pages.

   The table has rows of places, some bytes apart: the cost of a load on several layouts of the
   pages (the median, and the least but one), and the cost of as many, and of twice as many, packed
   lines.  Most rows have the usual stride, which puts each place on a page of its own.  The TLB has
   E entries if E places hit on some layouts, and E + 1 places cost more on all layouts and more
   than the caches explain.  Another thread on the core takes entries, so the layouts are spread
   over time, and most of them must agree.

   Of 2 E places all miss if a set has room for at least one; of 7/4 E places all miss too, except
   with direct-mapped sets or random replacement.  The page size is the least stride at which 2 E
   places miss, if most hit at half of it (BlackjackBench 3.1.1).

   Pages D apart, where D divides E, fall on every D-th set: E / D of them fit, and one more fits
   unless the number of sets is a multiple of D (X-Ray's Figure 8).  So the D at which it does not
   fit are exactly the divisors of the number of sets.  Where there are none, the TLB is fully
   associative or hashes the page number; if it hashes, E pages at random (a stride of 0) do not fit
   on most layouts.

   Huge pages (`huge_places') may have entries of their own.  Places on them are believed only where
   two places on each page cost no more than one.

   Where the places are `chunks' of code, a hit costs as much as that many packed lines, since more
   branches are harder to predict.  Much of that cost is the branch itself, so rises are relative to
   the added cost of the row in which all pages miss.

   Unknown where layouts disagree, or where the tried numbers end before all pages miss. */
#include "tlb_huge.h"
#include "tlb_rows.h"

#include <math.h>

/* For data, relative to the cost of a hit: a page that hits adds no more than TLB_FITS, a page that
   misses no less than TLB_RISES. */
static const double TLB_FITS = 0.02, TLB_RISES = 0.04;
/* For code, relative to the added cost where all pages miss: the narrowest limits that the noise
   allows.  Two pages too many add up to twice as much as one, and must not look like the
   first. */
static const struct { double fits, rises; } CODE[] = {{0.012, 0.03}, {0.022, 0.055}, {0.04, 0.09}};
enum { CODES = sizeof CODE / sizeof *CODE };
/* Relative to the cost of a miss: rows in which all pages miss differ by less; and in cycles, the
   distance from a whole number. */
static const double TLB_FLAT = 0.06, TLB_WHOLE = 0.25;
/* Rows of one distance that decide about sets. */
enum { PAIR = 2 };
/* Relative to the cost of a miss: with two places on each page, no more than this. */
static const double TLB_SHARED = 0.25;

static double low_of(const struct tlb *tlb, double places) {
    return table_at(tlb->table, tlb_row(tlb, tlb->stride, places), TLB_LOW);
}

static bool is_row_present(const struct tlb *tlb, double places) {
    return tlb_row(tlb, tlb->stride, places) < tlb->table->rows;
}

/* Does each smaller number of pages of code cost at least as much as packed lines?  Otherwise the
   cost of a hit was disturbed. */
static bool hits_agree(const struct tlb *tlb, double places) {
    for (size_t row = 0; row < tlb->table->rows; row++)
        if (tlb_has_stride(tlb->table, row, tlb->stride) &&
            table_at(tlb->table, row, TLB_PLACES) <= places &&
            table_at(tlb->table, row, TLB_LOW) < tlb_hit_cost(tlb, row) - tlb->fits)
            return false;
    return true;
}

/* Do PLACES - 1 pages of code fit on most layouts, and do more pages miss more often, where one too
   many does not miss always?  The code between the samples also takes entries, and without LRU
   replacement one of its pages may stay. */
static bool code_fits(const struct tlb *tlb, double places) {
    if (!is_row_present(tlb, places - 1) || !is_row_present(tlb, places + 2) ||
        tlb->most < ALL_MISS * places)
        return false;
    double next = low_of(tlb, places + 1), after = low_of(tlb, places + 2);
    bool all_miss = next - tlb->hit >= tlb->all / 2;
    return hits_agree(tlb, places) && tlb_fits_mostly(tlb, tlb_row(tlb, tlb->stride, places - 1)) &&
           (all_miss || after - next >= tlb->fits);
}

/* The most pages that fit on any layout, if they fit on most; 0 otherwise. */
static double find_tlb_entries(const struct tlb *tlb) {
    const struct table *table = tlb->table;
    size_t held = table->rows;
    for (size_t row = 0; row < table->rows; row++)
        if (tlb_has_stride(table, row, tlb->stride) && tlb_fits(tlb, row))
            held = row;
    if (held == table->rows)
        return 0;
    double places = table_at(table, held, TLB_PLACES);
    bool fit = tlb->code ? code_fits(tlb, places) : tlb_fits_mostly(tlb, held);
    size_t next = tlb_row(tlb, tlb->stride, places + 1);
    return fit && next < table->rows && tlb_overflows(tlb, next) ? places : 0;
}

/* ---- ways ---- */

/* The number of sets that ROW tests: this row and the next have N pages, and N + 1, at one
   distance. 0 where they are no such pair. */
static double sets_of_pair(const struct tlb *tlb, size_t row) {
    const struct table *table = tlb->table;
    double stride = table_at(table, row, TLB_STRIDE), places = table_at(table, row, TLB_PLACES);
    bool pair = stride > 0 && !tlb_has_stride(table, row, tlb->stride) && row + 1 < table->rows &&
                tlb_has_stride(table, row + 1, stride) &&
                tlb_has_places(table, row + 1, places + 1);
    return pair && !(fmod(tlb->entries, places) > 0) ? tlb->entries / places : 0;
}

static bool is_pair_clear(const struct tlb *tlb, size_t row) {
    return tlb_fits(tlb, row) && tlb_fits(tlb, row + 1) != tlb_overflows(tlb, row + 1);
}

/* Does a pair show that the number of sets is no multiple of a divisor of SETS, and so none of
   SETS?  Then it does not matter what a pair shows that tests SETS. */
static bool is_no_multiple(const struct tlb *tlb, double sets) {
    for (size_t row = 0; row < tlb->table->rows; row++) {
        double tests = sets_of_pair(tlb, row);
        if (tests > 0 && tests < sets && !(fmod(sets, tests) > 0) && is_pair_clear(tlb, row) &&
            tlb_fits(tlb, row + 1))
            return true;
    }
    return false;
}

/* The largest number of sets that a pair shows, or 0 where a row that matters is unclear. */
static double most_sets(const struct tlb *tlb) {
    double most = 0;
    for (size_t row = 0; row < tlb->table->rows; row++) {
        double sets = sets_of_pair(tlb, row);
        if (!(sets > 0))
            continue;
        if (is_pair_clear(tlb, row))
            most = fmax(most, tlb_overflows(tlb, row + 1) ? sets : 1);
        else if (tlb_overflows(tlb, row) || !is_no_multiple(tlb, sets))
            return 0;
    }
    return most;
}

/* Do all clear pairs agree that there are MOST sets? */
static bool pairs_agree(const struct tlb *tlb, double most) {
    for (size_t row = 0; row < tlb->table->rows; row++) {
        double sets = sets_of_pair(tlb, row);
        if (sets > 0 && is_pair_clear(tlb, row) &&
            tlb_overflows(tlb, row + 1) == (fmod(most, sets) > 0))
            return false;
    }
    return true;
}

static double find_tlb_ways(const struct tlb *tlb) {
    size_t anywhere = tlb_row(tlb, 0, tlb->code ? tlb->entries - 1 : tlb->entries);
    double sets = most_sets(tlb);
    if (anywhere == tlb->table->rows || !(sets > 0) || !pairs_agree(tlb, sets))
        return 0;
    bool fit = tlb_fits_mostly(tlb, anywhere), too_many = tlb_overflows(tlb, anywhere);
    return (sets > 1 ? too_many : fit) ? tlb->entries / sets : 0;
}

/* ---- misses ---- */

/* The cost of ROW above a hit, on most layouts. */
static double miss_cost_of_row(const struct tlb *tlb, size_t row) {
    return table_at(tlb->table, row, TLB_CYCLES) - tlb->usual;
}

/* The cost of a miss in whole cycles, where no page hits; 0 where rows disagree. */
static double find_miss(const struct tlb *tlb) {
    double less = tlb->entries + floor(tlb->entries / 4) * 3;
    size_t all = tlb_row(tlb, tlb->stride, 2 * tlb->entries);
    size_t most = tlb_row(tlb, tlb->stride, less);
    if (all == tlb->table->rows || most == tlb->table->rows || !tlb_lines_cached(tlb, all))
        return 0;
    double adds = miss_cost_of_row(tlb, all), whole = floor(adds + 0.5);
    bool flat = fabs(adds - miss_cost_of_row(tlb, most)) <= TLB_FLAT * adds + TLB_FITS;
    return flat && fabs(adds - whole) <= TLB_WHOLE ? whole : 0;
}

/* The least stride from which on all places miss, if most hit at half of it; 0 where there is none.
   At half the page size two places share a page, so that the pages just fill the entries.  Then a
   load misses only if nearly all pages were visited since the last visit to its own, which is
   seldom: where 15 of 16 entries remain, a quarter misses.  Smaller strides may use only few sets
   of the cache. */
static double find_page(const struct tlb *tlb) {
    const struct table *table = tlb->table;
    double page = 0;
    for (size_t row = table->rows; row-- > 0;) {
        double stride = table_at(table, row, TLB_STRIDE);
        if (!tlb_has_places(table, row, 2 * tlb->entries) || stride >= tlb->stride)
            continue;
        if (miss_cost_of_row(tlb, row) < (1 - TLB_FLAT) * tlb->miss)
            return miss_cost_of_row(tlb, row) < TLB_SHARED * tlb->miss &&
                           fabs(page - 2 * stride) < 1
                       ? page
                       : 0;
        page = stride;
    }
    return 0;
}

/* ---- all ---- */

/* The stride of most rows, with more rows than any distance that tests sets; 0 where rows are
   missing. */
static double usual_stride(const struct table *table) {
    double usual = 0;
    size_t most = PAIR;
    for (size_t row = 0, alike = 0; row < table->rows; row++) {
        double stride = table_at(table, row, TLB_STRIDE);
        bool again = row > 0 && tlb_has_stride(table, row - 1, stride);
        alike = again ? alike + 1 : 1;
        if (alike > most) {
            most = alike;
            usual = stride;
        }
    }
    return usual;
}

static void answer_entries(struct answers *answers, const struct tlb *tlb) {
    tlb_answer(answers, tlb->code ? "itlb_entries" : "tlb1_entries", tlb->entries,
               "no number of pages fits on most layouts where one more misses on all; measure "
               "again while the machine is idle");
    tlb_answer(answers, tlb->code ? "itlb_assoc" : "tlb1_assoc", tlb->ways,
               "pages at different distances show different numbers of sets");
}

static void answer_misses(struct answers *answers, struct tlb *tlb) {
    tlb->miss = tlb->entries > 0 ? find_miss(tlb) : 0;
    tlb_answer(answers, "tlb1_miss", tlb->miss,
               "twice as many pages as entries do not cost one whole number of cycles more");
    tlb_answer(answers, "page_size", tlb->miss > 0 ? find_page(tlb) : 0,
               "no stride from which on every place has a page of its own");
}

/* A load that hits the first cache costs a whole number of cycles.  If it seems to cost a little
   less, the CPU's clock rate rose while it was timed. */
static double at_least_whole(double cycles) {
    double whole = floor(cycles + 0.5);
    return cycles < whole && cycles >= (1 - TLB_RISES) * whole ? whole : cycles;
}

static void find_tlb_hit(struct tlb *tlb) {
    size_t first = 0, last = tlb->table->rows - 1;
    while (!tlb_has_stride(tlb->table, first, tlb->stride))
        first++;
    while (!tlb_has_stride(tlb->table, last, tlb->stride))
        last--;
    double low = table_at(tlb->table, first, TLB_LOW);
    tlb->hit = tlb->code ? low : at_least_whole(low);
    tlb->usual = table_at(tlb->table, first, TLB_CYCLES);
    tlb->most = table_at(tlb->table, last, TLB_PLACES);
    tlb->all = table_at(tlb->table, last, TLB_LOW) - tlb_hit_cost(tlb, last);
}

/* A few pages that overflow one set add more than one page too many of all: wider limits may find
   the ways. */
static void find_entries_and_ways(struct tlb *tlb) {
    for (size_t i = 0; i < (tlb->code ? CODES : 1) && !(tlb->ways > 0); i++) {
        tlb->fits = tlb->code ? CODE[i].fits * tlb->all : TLB_FITS * tlb->hit;
        tlb->rises = tlb->code ? CODE[i].rises * tlb->all : TLB_RISES * tlb->hit;
        tlb->entries = tlb->entries > 0 ? tlb->entries : find_tlb_entries(tlb);
        tlb->ways = tlb->entries > 0 ? find_tlb_ways(tlb) : 0;
    }
}

static void tlb_decide(const struct table *table, const struct options *options,
                       struct answers *answers) {
    struct tlb tlb = {.table = table, .stride = usual_stride(table)};
    (void)options;
    tlb.code = table_find(table, "chunks") < table->columns;
    bool huge = table_find(table, "huge_places") < table->columns;
    if (tlb.stride > 0) {
        find_tlb_hit(&tlb);
        find_entries_and_ways(&tlb);
    }
    if (huge) {
        tlb_huge_answer(answers, &tlb);
        return;
    }
    answer_entries(answers, &tlb);
    if (!tlb.code)
        answer_misses(answers, &tlb);
}

const struct method tlb_method = {
    .name = "tlb",
    .summary = "the first TLB, from a place on each page",
    .form = {{.keys = 2, .columns = 6, .above_zero = "cycles low same"}},
    .rows = 64,
    .decide = tlb_decide};
