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
#include "../method.h"

#include <math.h>
#include <stdbool.h>

enum { TLB_STRIDE, TLB_PLACES, TLB_CYCLES, TLB_LOW, TLB_SAME, TLB_TWICE };

/* What hits adds no more than that to a hit, and what misses at the least that, in parts of it, */
static const double TLB_FITS = 0.02, TLB_RISES = 0.04;
/* or of what all add that miss, if noise allows, or else more.  Two pages too many add up to twice
   what one does, and must not look like the first that is. */
static const struct { double fits, rises; } CODE[] = {{0.012, 0.03}, {0.04, 0.09}};
enum { CODES = sizeof CODE / sizeof *CODE };
/* Of the entries: so many pages all miss. */
static const double ALL_MISS = 1.7;
/* Of what a hit in a second TLB costs, what hits adds no more than, and what misses at the least;
   two pages too many must not look like the first that is.  And what a walk adds to it at least. */
static const double SECOND_FITS = 0.008, SECOND_RISES = 0.018, WALK_ADDS = 0.3;
/* All of them miss. */
static const double TLB_FLAT = 0.06, TLB_WHOLE = 0.25;
/* Rows of one distance for sets; and places of which one is called, the loop's being the other. */
enum { PAIR = 2, ONE_CALLED = 2 };
/* Of twice as many places as entries, two on a page, no more than that miss. */
static const double TLB_SHARED = 0.25;
static const double TLB_SURE = 0.97;

struct tlb {
    const struct table *table;
    bool code;          /* places are chunks of it */
    double stride;      /* of places that have a page each */
    double hit, usual;  /* what the fewest of them cost, on the best layout and on most */
    double most, all;   /* the most of them, and what these add to a hit, on the best layout */
    double fits, rises; /* cycles */
    double entries, ways, miss;
};

static bool has_stride(const struct table *table, size_t row, double stride) {
    return table_is(table, row, TLB_STRIDE, stride);
}

static bool has_places(const struct table *table, size_t row, double places) {
    return table_is(table, row, TLB_PLACES, places);
}

/* The row of so many places, or the number of rows. */
static size_t row_of_places(const struct tlb *tlb, double stride, double places) {
    size_t row = 0;
    while (row < tlb->table->rows &&
           !(has_stride(tlb->table, row, stride) && has_places(tlb->table, row, places)))
        row++;
    return row;
}

/* What the places of ROW cost that hit: of code, the least of as many or more that are packed,
   since noise only adds; but one call alone, beside the loop's own place, costs what it costs. */
static double hit_of(const struct tlb *tlb, size_t row) {
    double least = table_at(tlb->table, row, TLB_SAME);
    if (!tlb->code)
        return tlb->hit;
    double places = table_at(tlb->table, row, TLB_PLACES);
    for (size_t i = 0; i < tlb->table->rows; i++) {
        double others = table_at(tlb->table, i, TLB_PLACES);
        if (others >= places && (others > ONE_CALLED) == (places > ONE_CALLED))
            least = fmin(least, table_at(tlb->table, i, TLB_SAME));
    }
    return least;
}

/* Does the first cache hold so many lines, in whatever sets? */
static bool lines_are_cached(const struct tlb *tlb, size_t row) {
    return table_at(tlb->table, row, TLB_SAME) <= hit_of(tlb, row) + tlb->fits;
}

static bool pages_fit(const struct tlb *tlb, size_t row) {
    return table_at(tlb->table, row, TLB_LOW) <= hit_of(tlb, row) + tlb->fits;
}

/* On most layouts. */
static bool pages_fit_mostly(const struct tlb *tlb, size_t row) {
    return table_at(tlb->table, row, TLB_CYCLES) <= hit_of(tlb, row) + tlb->fits;
}

/* One place too many on every layout, of which caches are not the reason? */
static bool is_too_many(const struct tlb *tlb, size_t row) {
    double cached = fmax(hit_of(tlb, row), table_at(tlb->table, row, TLB_TWICE));
    return lines_are_cached(tlb, row) && table_at(tlb->table, row, TLB_LOW) - cached >= tlb->rises;
}

static double low_of(const struct tlb *tlb, double places) {
    return table_at(tlb->table, row_of_places(tlb, tlb->stride, places), TLB_LOW);
}

static bool is_tried(const struct tlb *tlb, double places) {
    return row_of_places(tlb, tlb->stride, places) < tlb->table->rows;
}

/* Do fewer pages of code than so many cost what they would, packed, and not less?  Else what a hit
   costs was disturbed. */
static bool hits_agree(const struct tlb *tlb, double places) {
    for (size_t row = 0; row < tlb->table->rows; row++)
        if (has_stride(tlb->table, row, tlb->stride) &&
            table_at(tlb->table, row, TLB_PLACES) <= places &&
            table_at(tlb->table, row, TLB_LOW) < hit_of(tlb, row) - tlb->fits)
            return false;
    return true;
}

/* Do so many pages of code fit but for one, on most layouts, and do more miss more where one too
   many does not always?  What runs between the samples is code as well, and where what is replaced
   is not the oldest a page of it may stay. */
static bool code_fits(const struct tlb *tlb, double places) {
    if (!is_tried(tlb, places - 1) || !is_tried(tlb, places + 2) || tlb->most < ALL_MISS * places)
        return false;
    double next = low_of(tlb, places + 1), after = low_of(tlb, places + 2);
    bool all_miss = next - tlb->hit >= tlb->all / 2;
    return hits_agree(tlb, places) &&
           pages_fit_mostly(tlb, row_of_places(tlb, tlb->stride, places - 1)) &&
           (all_miss || after - next >= tlb->fits);
}

/* The most pages that were held on any layout, if they were on most, or 0. */
static double find_entries(const struct tlb *tlb) {
    const struct table *table = tlb->table;
    size_t held = table->rows;
    for (size_t row = 0; row < table->rows; row++)
        if (has_stride(table, row, tlb->stride) && pages_fit(tlb, row))
            held = row;
    if (held == table->rows)
        return 0;
    double places = table_at(table, held, TLB_PLACES);
    bool fit = tlb->code ? code_fits(tlb, places) : pages_fit_mostly(tlb, held);
    size_t next = row_of_places(tlb, tlb->stride, places + 1);
    return fit && next < table->rows && is_too_many(tlb, next) ? places : 0;
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
    size_t anywhere = row_of_places(tlb, 0, tlb->code ? tlb->entries - 1 : tlb->entries);
    double sets = most_sets(tlb);
    if (anywhere == tlb->table->rows || !(sets > 0) || !pairs_agree(tlb, sets))
        return 0;
    bool fit = pages_fit_mostly(tlb, anywhere), too_many = is_too_many(tlb, anywhere);
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
    bool flat = fabs(adds - adds_of_row(tlb, most)) <= TLB_FLAT * adds + TLB_FITS;
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
        if (!has_places(table, row, 2 * tlb->entries) || stride >= tlb->stride)
            continue;
        if (adds_of_row(tlb, row) < (1 - TLB_FLAT) * tlb->miss)
            return adds_of_row(tlb, row) < TLB_SHARED * tlb->miss && fabs(page - 2 * stride) < 1
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

/* Do twice as many places, half a page from one to the next, fit into the entries? */
static bool halves_fit(const struct tlb *tlb) {
    size_t row = row_of_places(tlb, tlb->stride / 2, 2 * tlb->entries);
    return row < tlb->table->rows && pages_fit_mostly(tlb, row);
}

/* Cycles that the pages of ROW add to as many lines, on the best layout and on most. */
static double low_over(const struct tlb *tlb, size_t row) {
    return table_at(tlb->table, row, TLB_LOW) - table_at(tlb->table, row, TLB_SAME);
}

static double usual_over(const struct tlb *tlb, size_t row) {
    return table_at(tlb->table, row, TLB_CYCLES) - table_at(tlb->table, row, TLB_SAME);
}

/* Where all pages miss the first TLB and hit the second: what a visit costs, and how much of that
   is the miss of the first. */
struct second_hit {
    double cost, miss;
};

/* The most that pages held by the second TLB may add to as many lines. */
static double second_limit(const struct second_hit *hit) {
    return hit->miss + SECOND_FITS * hit->cost;
}

/* The most pages of the rows from FIRST on that hit the second TLB on the best layout, or 0. */
static double most_in_second(const struct tlb *tlb, size_t first, const struct second_hit *hit) {
    double most = 0;
    for (size_t row = first; row < tlb->table->rows; row++)
        if (has_stride(tlb->table, row, tlb->stride) && low_over(tlb, row) <= second_limit(hit))
            most = table_at(tlb->table, row, TLB_PLACES);
    return most;
}

/* Do so many pages hit the second TLB on most layouts? */
static bool fits_second(const struct tlb *tlb, const struct second_hit *hit, double pages) {
    size_t row = row_of_places(tlb, tlb->stride, pages);
    return row < tlb->table->rows && usual_over(tlb, row) <= second_limit(hit);
}

/* Do so many pages cost more than hits in the second TLB on every layout, by PART of a hit? */
static bool misses_second(const struct tlb *tlb, const struct second_hit *hit, double pages,
                          double part) {
    size_t row = row_of_places(tlb, tlb->stride, pages);
    return row < tlb->table->rows && low_over(tlb, row) - hit->miss >= part * hit->cost;
}

/* The entries of the second TLB: the most pages that cost what twice as many cost as the first TLB
   holds, where one more costs more on all layouts and of many more all miss; 0 where that does not
   show. */
static double entries_of_second(const struct tlb *tlb) {
    size_t first = row_of_places(tlb, tlb->stride, 2 * tlb->entries);
    if (!(tlb->entries > 0) || first == tlb->table->rows)
        return 0;
    double miss = low_over(tlb, first);
    struct second_hit hit = {tlb->hit + miss, miss};
    double most = most_in_second(tlb, first, &hit);
    bool enough_tried = tlb->most >= ALL_MISS * most;
    bool next_misses = misses_second(tlb, &hit, most + 1, SECOND_RISES);
    bool all_miss = enough_tried && misses_second(tlb, &hit, tlb->most, WALK_ADDS);
    return fits_second(tlb, &hit, most) && next_misses && all_miss ? most : 0;
}

static void answer_huge(struct answers *answers, const struct tlb *tlb) {
    bool real = tlb->entries > 0 && halves_fit(tlb);
    const char *why = tlb->entries > 0 && !real ? "a host backs huge pages with small ones"
                                                : "no number of pages from which on all cost more";
    answer_or(answers, "tlb1_huge_entries", real ? tlb->entries : 0, why);
    answer_or(answers, "tlb2_huge_entries", real ? entries_of_second(tlb) : 0, why);
}

static void answer_reach(struct answers *answers, const struct tlb *tlb) {
    answer_or(answers, tlb->code ? "itlb_entries" : "tlb1_entries", tlb->entries,
              "no number of pages from which on all cost more");
    answer_or(answers, tlb->code ? "itlb_assoc" : "tlb1_assoc", tlb->ways,
              "pages at different distances do not agree on a number of sets");
}

static void answer_misses(struct answers *answers, struct tlb *tlb) {
    tlb->miss = tlb->entries > 0 ? find_miss(tlb) : 0;
    answer_or(answers, "tlb1_miss", tlb->miss, "not all of twice as many pages miss alike");
    answer_or(answers, "page_size", tlb->miss > 0 ? find_page(tlb) : 0,
              "no stride from which on all places miss");
}

/* What a hit costs, and what is a rise. */
static void find_tlb_hit(struct tlb *tlb) {
    size_t first = 0, last = tlb->table->rows - 1;
    while (!has_stride(tlb->table, first, tlb->stride))
        first++;
    while (!has_stride(tlb->table, last, tlb->stride))
        last--;
    tlb->hit = table_at(tlb->table, first, TLB_LOW);
    tlb->usual = table_at(tlb->table, first, TLB_CYCLES);
    tlb->most = table_at(tlb->table, last, TLB_PLACES);
    tlb->all = table_at(tlb->table, last, TLB_LOW) - hit_of(tlb, last);
}

/* Few pages that do not fit a set add more than one too many of all: wider limits may do then. */
static void find_reach(struct tlb *tlb) {
    for (size_t i = 0; i < (tlb->code ? CODES : 1) && !(tlb->ways > 0); i++) {
        tlb->fits = tlb->code ? CODE[i].fits * tlb->all : TLB_FITS * tlb->hit;
        tlb->rises = tlb->code ? CODE[i].rises * tlb->all : TLB_RISES * tlb->hit;
        tlb->entries = tlb->entries > 0 ? tlb->entries : find_entries(tlb);
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
        find_reach(&tlb);
    }
    if (huge) {
        answer_huge(answers, &tlb);
        return;
    }
    answer_reach(answers, &tlb);
    if (!tlb.code)
        answer_misses(answers, &tlb);
}

const struct method tlb_method = {
    .name = "tlb",
    .summary = "the first TLB, from a place on each page",
    .form = {{.keys = 2, .columns = 6, .above_zero = "cycles low same"}},
    .rows = 64,
    .decide = tlb_decide};
