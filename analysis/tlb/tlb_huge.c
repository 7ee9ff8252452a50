/* tlb_huge.c - decides the entries of the first and the second TLB for huge pages, from places on
   each of them.

   Unknown where a hypervisor backs huge pages with small ones: then two places on each page cost
   more than one. */
#include "tlb_huge.h"

#include <math.h>

/* Relative to the cost of a hit in the second TLB: a page that hits adds no more than TLB2_HIT, a
   page that misses no less than TLB2_MISS.  Two pages too many must not look like the first one.  A
   walk adds WALK_ADDS at least. */
static const double TLB2_HIT = 0.008, TLB2_MISS = 0.018, WALK_ADDS = 0.3;

/* Do twice as many places, two on each page, fit into the entries? */
static bool half_pages_fit(const struct tlb *tlb) {
    size_t row = tlb_row(tlb, tlb->stride / 2, 2 * tlb->entries);
    return row < tlb->table->rows && tlb_fits_mostly(tlb, row);
}

/* The cost of the pages of ROW above that of as many lines, on the best layout and on most. */
static double low_above_lines(const struct tlb *tlb, size_t row) {
    return table_at(tlb->table, row, TLB_LOW) - table_at(tlb->table, row, TLB_SAME);
}

static double usual_above_lines(const struct tlb *tlb, size_t row) {
    return table_at(tlb->table, row, TLB_CYCLES) - table_at(tlb->table, row, TLB_SAME);
}

/* Where all pages miss the first TLB and hit the second: the cost of a load, and how much of it is
   the miss in the first TLB. */
struct tlb2_hit {
    double cost, miss;
};

/* The most that pages in the second TLB may cost above as many lines. */
static double tlb2_limit(const struct tlb2_hit *hit) {
    return hit->miss + TLB2_HIT * hit->cost;
}

/* The most pages of the rows from FIRST on that hit the second TLB on the best layout, or 0. */
static double most_in_tlb2(const struct tlb *tlb, size_t first, const struct tlb2_hit *hit) {
    double most = 0;
    for (size_t row = first; row < tlb->table->rows; row++)
        if (tlb_has_stride(tlb->table, row, tlb->stride) &&
            low_above_lines(tlb, row) <= tlb2_limit(hit))
            most = table_at(tlb->table, row, TLB_PLACES);
    return most;
}

/* Do PAGES pages hit the second TLB on most layouts? */
static bool fits_tlb2(const struct tlb *tlb, const struct tlb2_hit *hit, double pages) {
    size_t row = tlb_row(tlb, tlb->stride, pages);
    return row < tlb->table->rows && usual_above_lines(tlb, row) <= tlb2_limit(hit);
}

/* Do PAGES pages cost more than hits in the second TLB on every layout, by PART of a hit? */
static bool misses_tlb2(const struct tlb *tlb, const struct tlb2_hit *hit, double pages,
                        double part) {
    size_t row = tlb_row(tlb, tlb->stride, pages);
    return row < tlb->table->rows && low_above_lines(tlb, row) - hit->miss >= part * hit->cost;
}

/* The entries of the second TLB: the most pages with the cost of twice the first TLB's entries,
   where one more costs more on all layouts and all of many more miss; 0 where rows do not show
   that. */
static double tlb2_huge_entries(const struct tlb *tlb) {
    size_t first = tlb_row(tlb, tlb->stride, 2 * tlb->entries);
    if (!(tlb->entries > 0) || first == tlb->table->rows)
        return 0;
    double miss = low_above_lines(tlb, first);
    struct tlb2_hit hit = {tlb->hit + miss, miss};
    double most = most_in_tlb2(tlb, first, &hit);
    bool enough_tried = tlb->most >= ALL_MISS * most;
    bool next_misses = misses_tlb2(tlb, &hit, most + 1, TLB2_MISS);
    bool all_miss = enough_tried && misses_tlb2(tlb, &hit, tlb->most, WALK_ADDS);
    return fits_tlb2(tlb, &hit, most) && next_misses && all_miss ? most : 0;
}

void tlb_huge_answer(struct answers *answers, const struct tlb *tlb) {
    bool real = tlb->entries > 0 && half_pages_fit(tlb);
    const char *why = tlb->entries > 0 && !real
                          ? "the hypervisor seems to back huge pages with small ones"
                          : "no number of pages fits on most layouts where one more misses on all; "
                            "measure again while the machine is idle";
    tlb_answer(answers, "tlb1_huge_entries", real ? tlb->entries : 0, why);
    tlb_answer(answers, "tlb2_huge_entries", real ? tlb2_huge_entries(tlb) : 0, why);
}
