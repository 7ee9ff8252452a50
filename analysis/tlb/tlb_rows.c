/* tlb_rows.c - decides whether a row of pages hits the first TLB or misses it. */
#include "tlb_rows.h"

#include <math.h>

static const double TLB_SURE = 0.97;
enum { ONE_CALLED = 2 }; /* places of a row with one call; the other is the loop's own */

bool tlb_has_stride(const struct table *table, size_t row, double stride) {
    return table_is(table, row, TLB_STRIDE, stride);
}

bool tlb_has_places(const struct table *table, size_t row, double places) {
    return table_is(table, row, TLB_PLACES, places);
}

size_t tlb_row(const struct tlb *tlb, double stride, double places) {
    size_t row = 0;
    while (row < tlb->table->rows &&
           !(tlb_has_stride(tlb->table, row, stride) && tlb_has_places(tlb->table, row, places)))
        row++;
    return row;
}

/* For code, the least cost of as many or more packed lines, since more lines never cost less.  A
   single call beside the loop's own code has another cost, so it is compared with its own row only.
 */
double tlb_hit_cost(const struct tlb *tlb, size_t row) {
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

bool tlb_lines_cached(const struct tlb *tlb, size_t row) {
    return table_at(tlb->table, row, TLB_SAME) <= tlb_hit_cost(tlb, row) + tlb->fits;
}

bool tlb_fits(const struct tlb *tlb, size_t row) {
    return table_at(tlb->table, row, TLB_LOW) <= tlb_hit_cost(tlb, row) + tlb->fits;
}

bool tlb_fits_mostly(const struct tlb *tlb, size_t row) {
    return table_at(tlb->table, row, TLB_CYCLES) <= tlb_hit_cost(tlb, row) + tlb->fits;
}

bool tlb_overflows(const struct tlb *tlb, size_t row) {
    double cached = fmax(tlb_hit_cost(tlb, row), table_at(tlb->table, row, TLB_TWICE));
    return tlb_lines_cached(tlb, row) && table_at(tlb->table, row, TLB_LOW) - cached >= tlb->rises;
}

void tlb_answer(struct answers *answers, const char *name, double value, const char *why) {
    if (value > 0)
        answer_integer(answers, name, value, TLB_SURE);
    else
        answer_unknown(answers, name, "%s", why);
}
