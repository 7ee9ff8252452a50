/* places.h - what the sweeps of TLBs measure with. */
#ifndef PLACES_H
#define PLACES_H

#include "../machine/machine.h"
#include "../machine/pages.h"
#include "order.h"

enum { PLACES_LINE = 64 /* bytes: so far apart in their pages, lines fall on different sets */ };

struct places {
    struct machine *machine;
    struct pages pages;
    enum page_policy policy;
    struct dice *dice; /* the caller's */
    size_t *order;     /* offsets; the caller's, */
    size_t room;       /* so many of them at the most */
};

/* COUNT offsets into PAGES, from BEGIN on, STRIDE bytes apart or on pages anywhere where that is 0,
   each a line further than the one before, and one more where all lines have had their turn: caches
   larger than a page look at the page as well.  A huge page has lines for all sets of a cache.
   Returns false, with nothing put, where PAGES have no room for them. */
bool places_put(const struct pages *pages, struct dice *dice, size_t *order, size_t count,
                size_t begin, size_t stride);

/* The same into the order of PLACES; false also where that has no room for so many. */
bool places_fill(struct places *places, size_t count, size_t begin, size_t stride);

/* Fresh pages of so many BYTES in place of those that are there. */
bool places_draw(struct places *places, size_t bytes);

/* Cycles of a load of the first COUNT offsets in their order; HUGE_VAL where all was disturbed, or
   where the order has no room for so many. */
double places_in_order(struct places *places, size_t count);

/* The same in any order: they are shuffled. */
double places_measure(struct places *places, size_t count);

/* The most places, from LEAST on, which are held, up to MOST, that cost no more than LIMIT: by
   doubling and halving.  0 where all of them do. */
size_t places_most(double (*cost)(void *bench, size_t count), void *bench, size_t least,
                   size_t most, double limit);

/* Lets NS pass: what disturbs now may be over then. */
void places_wait(struct places *places, double ns);

#endif
