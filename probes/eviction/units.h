/* units.h - pages, visited together and timed one by one.

   Which sets of a physically indexed cache a page falls on cannot be known; but pages that compete
   for the same sets can be found by time alone: one is visited, others are, and then the first is
   timed again (eviction sets: METHODS 0a.3 and 1.2, after Vila, Koepf and Morales).  All lines of
   a page go where the page goes, so a few of them stand for it: few enough that no prefetcher
   completes the page, and enough for the clock. */
#ifndef UNITS_H
#define UNITS_H

#include "../common/order.h"
#include "../machine/machine.h"

/* Places of a unit that are timed, evenly apart, or all where fewer are visited. */
enum { TIMED = 8 };

/* Bytes between all places of a unit: no second level's line is shorter. */
enum { FINEST = 32 };

struct units {
    struct machine *machine;
    struct pages pages;
    struct dice dice;
    size_t bytes;   /* from one unit to the next */
    size_t block;   /* bytes at the beginning of a unit that are visited */
    size_t count;   /* units */
    size_t *at;     /* where each begins, in random order all over the pages */
    size_t spacing; /* bytes between the places of a unit that a chain visits */
    size_t *order, most;
    struct chain *chain; /* what is gathered: all in one, or one of each class and of each unit */
    size_t gathered, between; /* units, and classes */
    size_t (*own_order)[TIMED];
    struct chain *own; /* each unit's timed places */
    size_t *own_shift; /* bytes by which they are shifted */
    size_t timed;      /* places of each, or fewer where the last gathering has fewer */
    double bias_ns;    /* by which so short a timing is off */
    /* Units whose addresses differ by a multiple of CLASSES have the same sets of a virtually
       indexed first level: those of WASHER that do are visited after any, EACH of them.  0 classes:
       none are. */
    size_t classes, each, *evictor;
};

/* BYTES of fresh pages in units: pages, or with FINE the smallest that any system has.  Returns
   false where there is no memory. */
bool units_draw(struct units *units, struct machine *machine, size_t bytes, bool fine);
void units_release(struct units *units);

/* From now on EACH units of each of so many CLASSES are visited with all that is gathered: of the
   COUNT in CANDIDATE the first ones.  Returns how many of these it took, or 0 where they are too
   few, and nothing is visited with it. */
size_t units_set_evictors(struct units *units, size_t classes, size_t each, const size_t *candidate,
                          size_t count);

/* Those of UNIT's class. */
size_t *units_evictors(const struct units *units, size_t unit);

/* Gathers COUNT units, one after the other, and what is visited with them.  Returns false where
   these are more places than there is room for. */
bool units_gather(struct units *units, const size_t *unit, size_t count);

/* The same, but the places of the one at FIRST and of every second from there on lie SHIFT bytes
   further, two words at least, and no two places of any unit are nearer than twice that (X-Ray's
   Figure 10, for all sets of a page at once). */
bool units_gather_shifted(struct units *units, const size_t *unit, size_t count, size_t first,
                          size_t shift);

/* Walks what is gathered LAPS times. */
void units_walk(struct units *units, size_t laps);

/* Walks it once, where it is one chain: ns of a load. */
double units_lap(struct units *units);

/* Visits UNIT by its timed places: ns of a load.  A first load, untimed, brings back what
   translates the address. */
double units_time(struct units *units, size_t unit);

/* The same of one whose places lie SHIFT bytes further. */
double units_time_shifted(struct units *units, size_t unit, size_t shift);

#endif
