/* tlb_rows.h - rows of the table of the first TLB, as tlb.c describes it. */
#ifndef TLB_ROWS_H
#define TLB_ROWS_H

#include "../method.h"

#include <stdbool.h>

enum { TLB_STRIDE, TLB_PLACES, TLB_CYCLES, TLB_LOW, TLB_SAME, TLB_TWICE };

static const double ALL_MISS = 1.7; /* times the entries: all these pages miss */

struct tlb {
    const struct table *table;
    bool code;         /* places are chunks of code */
    double stride;     /* of places that have a page each */
    double hit, usual; /* cost of the row with the fewest places, on the best layout and on most */
    double most, all;  /* the most places of a row, and their cost above a hit on the best layout */
    double fits, rises; /* limits for a page that hits and one that misses, in cycles */
    double entries, ways, miss;
};

bool tlb_has_stride(const struct table *table, size_t row, double stride);
bool tlb_has_places(const struct table *table, size_t row, double places);

/* The row of PLACES at STRIDE, or the number of rows. */
size_t tlb_row(const struct tlb *tlb, double stride, double places);

/* The cost of ROW if all its places hit. */
double tlb_hit_cost(const struct tlb *tlb, size_t row);

/* Does the first cache hold the lines of ROW, whatever their sets? */
bool tlb_lines_cached(const struct tlb *tlb, size_t row);

/* Do the pages of ROW hit on the best layout, and on most layouts? */
bool tlb_fits(const struct tlb *tlb, size_t row);
bool tlb_fits_mostly(const struct tlb *tlb, size_t row);

/* Do pages of ROW miss on every layout, for no reason of the caches? */
bool tlb_overflows(const struct tlb *tlb, size_t row);

/* Answers NAME with VALUE, or with unknown and WHY where VALUE is 0. */
void tlb_answer(struct answers *answers, const char *name, double value, const char *why);

#endif
