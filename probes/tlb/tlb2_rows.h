/* tlb2_rows.h - plans the rows of the second TLB's table by searches (tlb2.c says which, and
   why); fails if misses of the first TLB do not show. */
#ifndef TLB2_ROWS_H
#define TLB2_ROWS_H

#include "tlb2_blocks.h"

enum {
    TLB2_LAYOUTS = 10,
    TLB2_BLOCKS_MOST = 512,
    TLB2_SETS = 4, /* minimal sets of blocks that do not fit */
    TLB2_ROWS = 80
};

/* What a row is of: pages in the first TLB, and beyond it; blocks at a distance, and one more; a
   minimal set of blocks that do not fit, the same without one, that with two places on each page,
   and without half of one; adjacent pages; the first number of these that is too large, and fewer;
   these all over the area, or twice; some more blocks than a minimal set. */
enum role {
    ROW_SOME,
    ROW_BEYOND,
    ROW_DISTANT,
    ROW_LEAST,
    ROW_WITHOUT,
    ROW_DOUBLED,
    ROW_HALF,
    ROW_RUN,
    ROW_GROWN,
    ROW_SPARSE,
    ROW_TWICE,
    ROW_MORE
};

struct tlb2_row {
    enum role role;
    struct blocks blocks;
    double cycles[TLB2_LAYOUTS];
    size_t measured, places; /* layouts, and the places of each */
};

struct tlb2_plan {
    struct tlb2 tlb2;
    size_t kept[TLB2_SETS][TLB2_BLOCKS_MOST];
    struct blocks least[TLB2_SETS];
    size_t leasts;
    struct tlb2_row row[TLB2_ROWS];
    size_t rows;
    size_t entries; /* 0: unknown */
};

/* Searches, and plans the rows in the order of the table.  Returns false if no number of pages
   costs more than others that miss the first TLB. */
bool tlb2_plan_rows(struct tlb2_plan *plan);

/* Returns the ways by the minimal sets, of which there is at least one. */
size_t tlb2_ways(const struct tlb2_plan *plan);

/* Returns single PAGES all over the area, at another distance on each LAYOUT. */
struct blocks tlb2_sparse(size_t pages, size_t layout);

#endif
