/* reach.h - measures the reach of a TLB, of data or code: places on more and more pages; fails
   where no number of pages misses, or noise lasts.

   Places are on lines of their own, so that as many packed lines show how much is due to the
   caches: as many for lines of 64 bytes, and twice as many for those of 128.  Pages are an odd
   number of pages apart, which fills all sets of a TLB alike, and entries for a few neighbouring
   pages hold only one of them (coalescing).  The last page that is held is found by doubling and
   halving (X-Ray's Figure 8), and the rows about it are each measured on fresh layouts.

   Pages further apart map to fewer sets (X-Ray's Figure 8): at each distance that divides the
   entries, there are rows of as many pages as the sets at that distance hold, and of one more.
   Another row has as many pages as are held, at random: a TLB that is not fully associative has no
   room for these, however it is indexed. */
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
    /* At the most, in turn, with pauses: another thread that shares the TLB may take an entry. */
    REACH_LAYOUTS = 40,
    REACH_SELDOM = 8, /* layouts, of which one is for rows that need no such care */
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
    size_t spare;       /* entries that the probe itself may take */
    bool lucky;    /* a sample may cost too little, as a call does that is predicted by chance */
    bool adjacent; /* pages are adjacent, without rows for sets: each page takes long to draw */
    double rise;   /* times the cycles of few places: the least rise that a search sees */
    double few;    /* the least cycles of few places so far */
    struct reach_row row[REACH_ROWS];
    size_t rows;
    /* Cycles of a visit to one of COUNT places, STRIDE bytes apart, or on random pages where
       STRIDE is 0; NOT_MEASURED where all samples were disturbed. */
    double (*measure)(struct reach *reach, size_t count, size_t stride);
    /* Begins another layout.  Fails without memory. */
    bool (*draw)(struct reach *reach);
    /* Waits until a disturbance may be over. */
    void (*pass_time)(struct reach *reach);
    void *places; /* the probe's own */
};

/* From one place on a page of its own to the next, at the most and at the least, in bytes. */
size_t reach_widest(const struct reach *reach);
size_t reach_narrowest(const struct reach *reach);

/* Finds the most places on pages of their own that are as fast as LEAST of them, and plans the
   rows about that.  The best of a few searches counts, since another thread may take entries; 0
   where no number of places is slower. */
size_t reach_plan(struct reach *reach, size_t least);

/* Adds a row in ascending order, once.  Adds none where the pages or the probe's arrays have no
   room for its places, or the table has none for the row. */
void reach_add(struct reach *reach, size_t stride, size_t places, bool often);

/* Measures the planned rows.  Returns NULL, or why that was not possible. */
const char *reach_measure(struct reach *reach);

/* Prints the rows that could be measured.  Returns how many. */
size_t reach_print(struct reach *reach, FILE *out);
#define REACH_DISTURBED "all samples were disturbed"

#endif
