/* tlb.c - entries and ways of the first TLB, what a miss costs, and a page as it sees it (METHODS
   1.10).

   A table of places so many bytes apart: what a load of them costs on several layouts, the median
   and the least (but one), and what as many lines cost, packed, and twice as many.  Most rows have
   one stride, that of places which surely have a page each.  As many entries as such places cost
   what a few do on some layouts, if one place more costs more on all of them, and more than caches
   would make of it: pages that hit have an entry each, and where there are more pages than entries
   some miss.  A thread that shares the TLB takes entries, so the layouts are long in the making,
   and most of them must agree.

   Of twice as many places all miss, wherever a set has room for one at least; at 7/4 of them too,
   but for sets of one way and what is replaced at random.  A page is the least stride at which
   twice as many places miss, if half of it is none (BlackjackBench 3.1.1).

   Pages D apart, where D divides the E entries, fall on every D-th set: E / D of them fit, and one
   more does unless the number of sets is a multiple of D (X-Ray's Figure 8).  So the D at which it
   does not are the divisors of the number of sets, and no others.  Where there are none, the TLB is
   fully associative, or its index is a hash of the page's number: then as many pages as there are
   entries, anywhere (a stride of 0), do not fit on most layouts. */
#include "../product.h"

#include <math.h>
#include <stdbool.h>

enum { TLB_STRIDE, TLB_PLACES, TLB_CYCLES, TLB_LOW, TLB_SAME, TLB_TWICE };

/* What hits costs no more than that, and what misses at the least that, in parts of a hit. */
static const double TLB_FITS = 1.02, TLB_RISES = 1.04;
/* All of them miss. */
static const double TLB_FLAT = 0.06, TLB_WHOLE = 0.25;
static const double TLB_SURE = 0.97;

struct tlb {
    const struct table *table;
    double stride;     /* of places that have a page each */
    double hit, usual; /* what the fewest of them cost, on the best layout and on most */
    double entries, miss;
};

static bool has_stride(const struct table *table, size_t row, double stride) {
    return !(fabs(table_at(table, row, TLB_STRIDE) - stride) > 0);
}

static bool has_places(const struct table *table, size_t row, double places) {
    return !(fabs(table_at(table, row, TLB_PLACES) - places) > 0);
}

/* The row of so many places, or the number of rows. */
static size_t row_of_places(const struct tlb *tlb, double stride, double places) {
    size_t row = 0;
    while (row < tlb->table->rows &&
           !(has_stride(tlb->table, row, stride) && has_places(tlb->table, row, places)))
        row++;
    return row;
}

/* Does the first cache hold so many lines, in whatever sets? */
static bool lines_are_cached(const struct tlb *tlb, size_t row) {
    return table_at(tlb->table, row, TLB_SAME) <= TLB_FITS * tlb->hit;
}

static bool pages_fit(const struct tlb *tlb, size_t row) {
    return table_at(tlb->table, row, TLB_LOW) <= TLB_FITS * tlb->hit;
}

/* One place too many on every layout, of which caches are not the reason? */
static bool is_too_many(const struct tlb *tlb, size_t row) {
    double cached = fmax(tlb->hit, table_at(tlb->table, row, TLB_TWICE));
    return lines_are_cached(tlb, row) &&
           table_at(tlb->table, row, TLB_LOW) - cached >= (TLB_RISES - 1) * tlb->hit;
}

/* The most pages that were held on any layout, if they were on most, or 0. */
static double find_entries(const struct tlb *tlb) {
    const struct table *table = tlb->table;
    size_t held = table->rows;
    for (size_t row = 0; row < table->rows; row++)
        if (has_stride(table, row, tlb->stride) && pages_fit(tlb, row))
            held = row;
    if (held == table->rows || table_at(table, held, TLB_CYCLES) > TLB_FITS * tlb->hit)
        return 0;
    double places = table_at(table, held, TLB_PLACES);
    size_t next = row_of_places(tlb, tlb->stride, places + 1);
    return next < table->rows && is_too_many(tlb, next) ? places : 0;
}

/* ---- ways ---- */

/* The number of sets that ROW is about, where it and the next are so many pages and one more at one
   distance; 0 where they are not. */
static double sets_of_pair(const struct tlb *tlb, size_t row) {
    const struct table *table = tlb->table;
    double stride = table_at(table, row, TLB_STRIDE), places = table_at(table, row, TLB_PLACES);
    bool pair = stride > 0 && !has_stride(table, row, tlb->stride) && row + 1 < table->rows &&
                has_stride(table, row + 1, stride) && has_places(table, row + 1, places + 1);
    return pair && !(fmod(tlb->entries, places) > 0) ? tlb->entries / places : 0;
}

/* The most sets that show, or 0 where that is unclear. */
static double most_sets(const struct tlb *tlb) {
    double most = 0;
    for (size_t row = 0; row < tlb->table->rows; row++) {
        double sets = sets_of_pair(tlb, row);
        if (!(sets > 0))
            continue;
        if (!pages_fit(tlb, row) || pages_fit(tlb, row + 1) == is_too_many(tlb, row + 1))
            return 0;
        most = fmax(most, is_too_many(tlb, row + 1) ? sets : 1);
    }
    return most;
}

/* Do all pairs agree on so many? */
static bool pairs_agree(const struct tlb *tlb, double most) {
    for (size_t row = 0; row < tlb->table->rows; row++) {
        double sets = sets_of_pair(tlb, row);
        if (sets > 0 && is_too_many(tlb, row + 1) == (fmod(most, sets) > 0))
            return false;
    }
    return true;
}

static double find_tlb_ways(const struct tlb *tlb) {
    size_t anywhere = row_of_places(tlb, 0, tlb->entries);
    double sets = most_sets(tlb);
    if (anywhere == tlb->table->rows || !(sets > 0) || !pairs_agree(tlb, sets))
        return 0;
    bool fit = table_at(tlb->table, anywhere, TLB_CYCLES) <= TLB_FITS * tlb->hit;
    bool too_many = is_too_many(tlb, anywhere);
    return (sets > 1 ? too_many : fit) ? tlb->entries / sets : 0;
}

/* ---- misses ---- */

/* What a row costs beyond a hit, by most layouts. */
static double adds_of_row(const struct tlb *tlb, size_t row) {
    return table_at(tlb->table, row, TLB_CYCLES) - tlb->usual;
}

/* Whole cycles that are added where nothing hits; 0 where that does not show. */
static double find_miss(const struct tlb *tlb) {
    double less = tlb->entries + floor(tlb->entries / 4) * 3;
    size_t all = row_of_places(tlb, tlb->stride, 2 * tlb->entries);
    size_t most = row_of_places(tlb, tlb->stride, less);
    if (all == tlb->table->rows || most == tlb->table->rows || !lines_are_cached(tlb, all))
        return 0;
    double adds = adds_of_row(tlb, all), whole = floor(adds + 0.5);
    bool flat = fabs(adds - adds_of_row(tlb, most)) <= TLB_FLAT * adds + TLB_FITS - 1;
    return flat && fabs(adds - whole) <= TLB_WHOLE ? whole : 0;
}

/* The least stride from which on they miss, which is twice one that does not; 0 where there is
   none. Closer ones may lie on few sets of the cache. */
static double find_page(const struct tlb *tlb) {
    const struct table *table = tlb->table;
    double page = 0;
    for (size_t row = table->rows; row-- > 0;) {
        double stride = table_at(table, row, TLB_STRIDE);
        if (!has_places(table, row, 2 * tlb->entries) || stride >= tlb->stride)
            continue;
        if (adds_of_row(tlb, row) < (1 - TLB_FLAT) * tlb->miss)
            return pages_fit(tlb, row) && fabs(page - 2 * stride) < 1 ? page : 0;
        page = stride;
    }
    return 0;
}

/* ---- all ---- */

/* That which most rows have. */
static double usual_stride(const struct table *table) {
    double usual = 0;
    size_t most = 0;
    for (size_t row = 0, alike = 0; row < table->rows; row++) {
        double stride = table_at(table, row, TLB_STRIDE);
        bool again = row > 0 && has_stride(table, row - 1, stride);
        alike = again ? alike + 1 : 1;
        if (alike > most) {
            most = alike;
            usual = stride;
        }
    }
    return usual;
}

static void answer_or(struct answers *answers, const char *name, double value, const char *why) {
    if (value > 0)
        answer_integer(answers, name, value, TLB_SURE);
    else
        answer_unknown(answers, name, "%s", why);
}

void tlb_decide(const struct table *table, const struct options *options, struct answers *answers) {
    struct tlb tlb = {.table = table, .stride = usual_stride(table)};
    size_t first = 0;
    (void)options;
    while (!has_stride(table, first, tlb.stride))
        first++;
    tlb.hit = table_at(table, first, TLB_LOW);
    tlb.usual = table_at(table, first, TLB_CYCLES);
    tlb.entries = find_entries(&tlb);
    tlb.miss = tlb.entries > 0 ? find_miss(&tlb) : 0;
    answer_or(answers, "tlb1_entries", tlb.entries,
              "no number of pages from which on all cost more");
    answer_or(answers, "tlb1_assoc", tlb.entries > 0 ? find_tlb_ways(&tlb) : 0,
              "pages at different distances do not agree on a number of sets");
    answer_or(answers, "tlb1_miss", tlb.miss, "not all of twice as many pages miss alike");
    answer_or(answers, "page_size", tlb.miss > 0 ? find_page(&tlb) : 0,
              "no stride from which on all places miss");
}
