/* tlb.c - entries and ways of the first TLB, of data or of code; of that of data what a miss costs,
   and a page as it sees it (METHODS 1.10, 1.11).

   A table of places so many bytes apart: what a load of them costs on several layouts, the median
   and the least (but one), and what as many lines cost, packed, and twice as many.  Most rows have
   one stride, that of places which surely have a page each.  As many entries as such places cost
   what a few do on some layouts, if one place more costs more on all of them, and more than caches
   would make of it: pages that hit have an entry each, and where there are more pages than entries
   some miss.  A thread that shares the TLB takes entries, so the layouts are long in the making,
   and most of them must agree.

   Of twice as many places all miss, wherever a set has room for one at least; at 7/4 of them too,
   but for sets of one way and what is replaced at random.  A page is the least stride at which
   twice as many places miss, if most hit at half of it (BlackjackBench 3.1.1).

   Pages D apart, where D divides the E entries, fall on every D-th set: E / D of them fit, and one
   more does unless the number of sets is a multiple of D (X-Ray's Figure 8).  So the D at which it
   does not are the divisors of the number of sets, and no others.  Where there are none, the TLB is
   fully associative, or its index is a hash of the page's number: then as many pages as there are
   entries, anywhere (a stride of 0), do not fit on most layouts.

   Huge pages (`huge_places') may have entries of their own.  They are what they are called only
   where two places on each cost no more than one.

   Where the places are `chunks' of code a hit costs what as many lines do, packed, since more
   branches are harder to predict; and much of that is the branch and not its translation, so that
   it is what all add that miss of which a part is a rise. */
#include "tlb_huge.h"
#include "tlb_rows.h"

#include <math.h>

/* What hits adds no more than that to a hit, and what misses at the least that, in parts of it, */
static const double TLB_FITS = 0.02, TLB_RISES = 0.04;
/* or of what all add that miss, if noise allows, or else more.  Two pages too many add up to twice
   what one does, and must not look like the first that is. */
static const struct { double fits, rises; } CODE[] = {{0.012, 0.03}, {0.04, 0.09}};
enum { CODES = sizeof CODE / sizeof *CODE };
/* All of them miss. */
static const double TLB_FLAT = 0.06, TLB_WHOLE = 0.25;
/* Rows of one distance for sets; and places of which one is called, the loop's being the other. */
enum { PAIR = 2 };
/* Of twice as many places as entries, two on a page, no more than that miss. */
static const double TLB_SHARED = 0.25;

static double low_of(const struct tlb *tlb, double places) {
    return table_at(tlb->table, tlb_row(tlb, tlb->stride, places), TLB_LOW);
}

static bool is_row_present(const struct tlb *tlb, double places) {
    return tlb_row(tlb, tlb->stride, places) < tlb->table->rows;
}

/* Do fewer pages of code than so many cost what they would, packed, and not less?  Else what a hit
   costs was disturbed. */
static bool hits_agree(const struct tlb *tlb, double places) {
    for (size_t row = 0; row < tlb->table->rows; row++)
        if (tlb_has_stride(tlb->table, row, tlb->stride) &&
            table_at(tlb->table, row, TLB_PLACES) <= places &&
            table_at(tlb->table, row, TLB_LOW) < tlb_hit_cost(tlb, row) - tlb->fits)
            return false;
    return true;
}

/* Do so many pages of code fit but for one, on most layouts, and do more miss more where one too
   many does not always?  What runs between the samples is code as well, and where what is replaced
   is not the oldest a page of it may stay. */
static bool code_fits(const struct tlb *tlb, double places) {
    if (!is_row_present(tlb, places - 1) || !is_row_present(tlb, places + 2) ||
        tlb->most < ALL_MISS * places)
        return false;
    double next = low_of(tlb, places + 1), after = low_of(tlb, places + 2);
    bool all_miss = next - tlb->hit >= tlb->all / 2;
    return hits_agree(tlb, places) && tlb_fits_mostly(tlb, tlb_row(tlb, tlb->stride, places - 1)) &&
           (all_miss || after - next >= tlb->fits);
}

/* The most pages that were held on any layout, if they were on most, or 0. */
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

/* The number of sets that ROW is about, where it and the next are so many pages and one more at one
   distance; 0 where they are not. */
static double sets_of_pair(const struct tlb *tlb, size_t row) {
    const struct table *table = tlb->table;
    double stride = table_at(table, row, TLB_STRIDE), places = table_at(table, row, TLB_PLACES);
    bool pair = stride > 0 && !tlb_has_stride(table, row, tlb->stride) && row + 1 < table->rows &&
                tlb_has_stride(table, row + 1, stride) &&
                tlb_has_places(table, row + 1, places + 1);
    return pair && !(fmod(tlb->entries, places) > 0) ? tlb->entries / places : 0;
}

/* The most sets that show, or 0 where that is unclear. */
static double most_sets(const struct tlb *tlb) {
    double most = 0;
    for (size_t row = 0; row < tlb->table->rows; row++) {
        double sets = sets_of_pair(tlb, row);
        if (!(sets > 0))
            continue;
        if (!tlb_fits(tlb, row) || tlb_fits(tlb, row + 1) == tlb_overflows(tlb, row + 1))
            return 0;
        most = fmax(most, tlb_overflows(tlb, row + 1) ? sets : 1);
    }
    return most;
}

/* Do all pairs agree on so many? */
static bool pairs_agree(const struct tlb *tlb, double most) {
    for (size_t row = 0; row < tlb->table->rows; row++) {
        double sets = sets_of_pair(tlb, row);
        if (sets > 0 && tlb_overflows(tlb, row + 1) == (fmod(most, sets) > 0))
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

/* What a row costs beyond a hit, by most layouts. */
static double miss_cost_of_row(const struct tlb *tlb, size_t row) {
    return table_at(tlb->table, row, TLB_CYCLES) - tlb->usual;
}

/* Whole cycles that are added where nothing hits; 0 where that does not show. */
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

/* The least stride from which on all miss, if at half of it most hit; 0 where there is none.  There
   two places share a page, so that the pages fill the entries exactly and any other one is too
   many: a visit misses where nearly all pages were visited since the last one to its own.  That is
   the longer part of a lap, and seldom long enough: where 15 of 16 entries are left a quarter
   misses.  All do where each place has a page of its own.  Closer ones may lie on few sets of the
   cache. */
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

/* That which most rows have, more than at any distance of pages for a few sets; 0 where some are
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
               "no number of pages from which on all cost more");
    tlb_answer(answers, tlb->code ? "itlb_assoc" : "tlb1_assoc", tlb->ways,
               "pages at different distances do not agree on a number of sets");
}

static void answer_misses(struct answers *answers, struct tlb *tlb) {
    tlb->miss = tlb->entries > 0 ? find_miss(tlb) : 0;
    tlb_answer(answers, "tlb1_miss", tlb->miss, "not all of twice as many pages miss alike");
    tlb_answer(answers, "page_size", tlb->miss > 0 ? find_page(tlb) : 0,
               "no stride from which on all places miss");
}

/* What a hit costs, and what is a rise. */
static void find_tlb_hit(struct tlb *tlb) {
    size_t first = 0, last = tlb->table->rows - 1;
    while (!tlb_has_stride(tlb->table, first, tlb->stride))
        first++;
    while (!tlb_has_stride(tlb->table, last, tlb->stride))
        last--;
    tlb->hit = table_at(tlb->table, first, TLB_LOW);
    tlb->usual = table_at(tlb->table, first, TLB_CYCLES);
    tlb->most = table_at(tlb->table, last, TLB_PLACES);
    tlb->all = table_at(tlb->table, last, TLB_LOW) - tlb_hit_cost(tlb, last);
}

/* Few pages that do not fit a set add more than one too many of all: wider limits may do then. */
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
