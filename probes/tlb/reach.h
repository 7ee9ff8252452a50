/* reach.h - how far a TLB reaches: places on more and more pages, whatever stands there.

   Places lie on lines of their own, so that as many of them packed together tell what the caches
   have to do with it: as many lines where these are 64 bytes long, and twice as many for those of
   128.  Pages are an odd number of pages apart: that fills all sets of a TLB alike, and entries for
   a few neighbouring pages hold one of them only (coalescing).  The last page that is held is found
   by doubling and halving (X-Ray's Figure 8) and the rows about it are measured on fresh layouts
   each.

   Pages further apart fall on fewer sets (X-Ray's Figure 8): at each distance that divides the
   entries, as many as there are entries for one set of so many, and one more.  And as many pages as
   are held, anywhere: a TLB that is not fully associative has no room for these, however it is
   indexed. */
#ifndef REACH_H
#define REACH_H

#include "../common/order.h"
#include "../machine/machine.h"
#include "line_bytes.h"

#include <stdio.h>

enum {
    REACH_MOST = 512, /* places on pages of their own that a search asks for, */
    /* and of a row, which has up to twice as many as are held, and twice as many packed lines */
    REACH_PLACES = 4 * REACH_MOST,
    REACH_FEW = 4, /* few enough for any TLB */
    /* At the most, in turn, with pauses: who shares the TLB may keep an entry. */
    REACH_LAYOUTS = 40,
    REACH_SELDOM = 8, /* layouts of which one is for what needs no such care */
    REACH_PACKED = REACH_LAYOUTS / REACH_SELDOM,
    REACH_ROWS = 80
};

struct reach_row {
    size_t stride, places; /* 0: anywhere */
    bool often;            /* on each layout */
    double cycles[REACH_LAYOUTS];
    size_t measured;
    /* So many lines, packed, and twice as many. */
    double same[REACH_PACKED], twice[REACH_PACKED];
    size_t packed;
};

struct reach {
    struct machine *machine;
    struct dice dice;
    size_t page, most;  /* bytes; places on pages of their own, at the most, */
    size_t room;        /* and at the least distance; */
    size_t places_most; /* of the probe's arrays */
    size_t spare;       /* entries that may always be another's */
    bool adjacent; /* pages lie side by side, and sets are not asked for: each page costs much */
    double rise;   /* that a search sees, of what few cost, */
    double few;    /* the least of that so far */
    struct reach_row row[REACH_ROWS];
    size_t rows;
    /* Cycles of a visit to one of COUNT places, STRIDE bytes apart or on pages anywhere where that
       is 0; HUGE_VAL where all was disturbed. */
    double (*measure)(struct reach *reach, size_t count, size_t stride);
    /* What comes next is another layout.  Returns false where there is no memory. */
    bool (*draw)(struct reach *reach);
    /* What disturbs now may be over then. */
    void (*pass_time)(struct reach *reach);
    void *places; /* the probe's own */
};

/* From one place on a page of its own to the next, at the most and at the least, in bytes. */
size_t reach_widest(const struct reach *reach);
size_t reach_narrowest(const struct reach *reach);

/* The most places on pages of their own that cost what LEAST of them do, by the best of a few
   searches: who shares the TLB takes entries; 0 where none cost more.  Plans the rows about it. */
size_t reach_plan(struct reach *reach, size_t least);

/* One more row, in ascending order, once; none where the pages or the probe's arrays have no room
   for its places, or the table for its row. */
void reach_add(struct reach *reach, size_t stride, size_t places, bool often);

/* Measures what is planned.  Returns NULL, or why that was not possible. */
const char *reach_measure(struct reach *reach);

/* Prints what could be measured; returns the number of rows. */
size_t reach_print(struct reach *reach, FILE *out);
#define REACH_DISTURBED "all samples were disturbed"

#endif
