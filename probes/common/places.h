/* places.h - measures chains of places on pages, for the sweeps of TLBs (METHODS 1.10). */
#ifndef PLACES_H
#define PLACES_H

#include "../machine/machine.h"
#include "../machine/pages.h"
#include "order.h"

enum { PLACES_LINE = 64 /* bytes: places so far apart are on different sets */ };

struct places {
    struct machine *machine;
    struct pages pages;
    enum page_policy policy;
    struct dice *dice; /* the caller's */
    size_t *order;     /* offsets; the caller's, */
    size_t room;       /* so many of them at the most */
};

/* Writes COUNT offsets into PAGES, from BEGIN on, STRIDE bytes apart, or on random pages where
   STRIDE is 0.  Each is a line further into its page than the one before, and one line more after
   all lines of a page were used, since the index of a cache larger than a page uses bits of the
   page too.  A huge page has lines for all sets of a cache.  Returns false, and writes nothing,
   where PAGES have no room for them. */
bool places_put(const struct pages *pages, struct dice *dice, size_t *order, size_t count,
                size_t begin, size_t stride);

/* The same into the order of PLACES; false also where that has no room for so many. */
bool places_fill(struct places *places, size_t count, size_t begin, size_t stride);

/* Replaces the pages by fresh ones of so many BYTES. */
bool places_draw(struct places *places, size_t bytes);

/* Cycles of a load of the first COUNT offsets in their order; HUGE_VAL where all samples were
   disturbed, or where the order has no room for so many. */
double places_in_order(struct places *places, size_t count);

/* The same in random order: shuffles them. */
double places_measure(struct places *places, size_t count);

/* The most places, from LEAST on, which are held, up to MOST, that take no more than LIMIT, by
   doubling and halving; 0 where all of them do. */
size_t places_most(double (*cost)(void *bench, size_t count), void *bench, size_t least,
                   size_t most, double limit);

/* Waits NS until a disturbance may be over. */
void places_wait(struct places *places, double ns);

#endif
