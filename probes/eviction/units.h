/* units.h - units of page size, visited together and timed one by one.

   The sets of a physically indexed cache that a page maps to cannot be known, but pages that
   compete for the same sets are found by timing: visit one, visit others, and time the first again
   (eviction sets, after Vila, Koepf and Morales).  A few lines stand for their page: few enough
   that no prefetcher fetches the rest of it, and enough for the clock. */
#ifndef UNITS_H
#define UNITS_H

#include "../common/order.h"
#include "../machine/machine.h"

/* Places of a unit that are timed, evenly spaced, or all of them where fewer are visited. */
enum { TIMED = 8 };

/* Bytes between the places of a unit where all are visited: no second level has shorter lines. */
enum { FINEST = 32 };

/* A sweep maps at most so many bytes, in pages of no less than the smallest. */
enum { UNITS_BYTES = 64 << 20, UNITS_SMALLEST = 4096, UNITS_MOST = UNITS_BYTES / UNITS_SMALLEST };

struct units {
    struct machine *machine;
    struct pages pages;
    struct dice dice;
    size_t bytes;          /* from one unit to the next */
    size_t block;          /* bytes at the beginning of a unit that are visited */
    size_t count;          /* units */
    size_t at[UNITS_MOST]; /* where each begins, in random order all over the pages */
    size_t spacing;        /* bytes between the places of a unit that a chain visits */
    size_t order[UNITS_MOST * TIMED], most; /* MOST of them are used */
    /* What is gathered: all in one chain, or one of each class and of each unit. */
    struct chain chain[UNITS_MOST];
    size_t gathered, between;     /* units; classes whose evictors are gathered */
    struct chain own[UNITS_MOST]; /* each unit's timed places, */
    size_t own_order[UNITS_MOST][TIMED];
    size_t own_shift[UNITS_MOST]; /* and the bytes by which they are shifted */
    size_t timed;                 /* places of each, or fewer where the last gathering has fewer */
    double bias_ns;               /* by which so short a timing is off */
    /* Units whose numbers by address differ by a multiple of CLASSES share the sets of a virtually
       indexed first level.  After each unit the EACH units in EVICTOR of the same class are
       visited, which evict it from that level.  0 classes: no evictors are visited. */
    size_t classes, each, *evictor;
    size_t taken[UNITS_MOST]; /* what EVICTOR points to, except while others take their place */
};

/* Maps BYTES of fresh memory, no more than UNITS_BYTES, and divides it into units: pages, or, if
   FINE, pages of the smallest size that any system has.  UNITS are zeroed.  Returns false where
   there is no memory. */
bool units_draw(struct units *units, struct machine *machine, size_t bytes, bool fine);
void units_release(struct units *units);

/* Takes EACH evictors for each of so many CLASSES, the first of the COUNT units in CANDIDATE, to be
   visited with whatever is gathered from now on.  Returns how many candidates were used up, or 0
   where they are too few; then no evictors are visited. */
size_t units_take_evictors(struct units *units, size_t classes, size_t each,
                           const size_t *candidate, size_t count);

/* The evictors of UNIT's class. */
size_t *units_evictors(const struct units *units, size_t unit);

/* Links COUNT units, in order, and their evictors into the chains that are walked.  Returns false
   where there is no room for so many places. */
bool units_gather(struct units *units, const size_t *unit, size_t count);

/* The same, with the places of the unit at FIRST and of every second one after it shifted by SHIFT
   bytes, at least two words.  The places of a unit are at least twice that apart (X-Ray's Figure
   10, for all sets of a page at once). */
bool units_gather_shifted(struct units *units, const size_t *unit, size_t count, size_t first,
                          size_t shift);

/* Walks what is gathered LAPS times. */
void units_walk(struct units *units, size_t laps);

/* Walks it once, where it is one chain.  Returns ns of a load. */
double units_lap(struct units *units);

/* Times a visit to the timed places of UNIT.  Returns ns of a load.  A first load, untimed, brings
   back the translation. */
double units_time(struct units *units, size_t unit);

/* The same of a unit whose places are shifted by SHIFT bytes. */
double units_time_shifted(struct units *units, size_t unit, size_t shift);

#endif
