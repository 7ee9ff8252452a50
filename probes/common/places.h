/* places.h - measures chains of places on pages, for the sweeps of TLBs. */
#ifndef PLACES_H
#define PLACES_H

#include "../machine/machine.h"
#include "../machine/pages.h"
#include "order.h"

enum { PLACES_LINE = 64 /* bytes: places that far apart are on different sets */ };

struct places {
    struct machine *machine;
    struct pages pages;
    enum page_policy policy;
    struct dice *dice; /* the caller's */
    size_t *order;     /* offsets; the caller's, */
    size_t room;       /* the most offsets that ORDER holds */
};

/* Writes COUNT offsets into PAGES, from BEGIN on, STRIDE bytes apart, or on random pages where
   STRIDE is 0.  Each is a line further into its page than the one before, and one line more after
   all lines of a page were used, since the index of a cache larger than a page uses bits of the
   page too.  In huge pages they are then also a small page further in.  Without the line more,
   places 64 huge pages apart would have the same micro-tag in AMD's first level
   (caches/micro_tags.h), and evict each other.  Returns false, and writes nothing, if PAGES have no
   room for them. */
bool places_put(const struct pages *pages, struct dice *dice, size_t *order, size_t count,
                size_t begin, size_t stride);

/* The same into the order of PLACES.  Returns false also if ORDER has no room for COUNT
   offsets. */
bool places_fill(struct places *places, size_t count, size_t begin, size_t stride);

/* Replaces the pages by BYTES of fresh ones.  Returns false if there is no memory. */
bool places_draw(struct places *places, size_t bytes);

/* Returns the cycles of a load of the first COUNT offsets in their order, or NOT_MEASURED if all
   samples were disturbed, or the order has no room for COUNT offsets. */
double places_in_order(struct places *places, size_t count);

/* Shuffles the first COUNT offsets, and returns the cycles of a load in that order, as
   places_in_order does. */
double places_measure(struct places *places, size_t count);

/* Returns the most places whose cost is at most LIMIT, by doubling and halving between LEAST,
   which is known to be held, and MOST.  Returns 0 if even MOST places cost no more. */
size_t places_most(double (*cost)(void *bench, size_t count), void *bench, size_t least,
                   size_t most, double limit);

/* Waits for NS, after which a disturbance may be over. */
void places_wait(struct places *places, double ns);

#endif
