/* colours.h - which pages compete for the same sets of the second level of cache.

   Pages of one colour fall on the same sets; a level of K colours and W ways holds W pages of each.
   So a group of pages fits until one more does not, and then those of one colour are to blame:
   those that this one and all others push out (METHODS 0a.3, the other way round). */
#ifndef PROBES_COLOURS_H
#define PROBES_COLOURS_H

#include "eviction.h"

struct colours {
    struct units *units;
    struct eviction *eviction;
    size_t *fit, fits;       /* units that fit together, and no further one does */
    size_t *rest, rests;     /* units that those push out */
    size_t next;             /* the first unit that is neither */
    size_t *colour;          /* of each unit, from 1 on; 0 where it is not known */
    size_t count, *ways;     /* of colours, and what was found for each; by its number */
    size_t *left, lefts;     /* those that fit and have no colour yet */
    size_t *closed, closeds; /* those that fit and have one: they push out nothing that has none */
    size_t *visited;
    double *cost;
    double end_ns; /* of the machine's age: it must not take longer */
};

/* EVICTION need not be open before colours are looked for.  Returns false where there is no
   memory. */
bool colours_open(struct colours *colours, struct units *units, struct eviction *eviction);
void colours_close(struct colours *colours);

/* Finds the colours of all units that it looks at.  Returns false where what was found does not
   hang together. */
bool colours_find(struct colours *colours);

/* The units of COLOUR, up to MOST, in UNIT. Returns how many. */
size_t colours_members(const struct colours *colours, size_t colour, size_t *unit, size_t most);

/* The ways that most colours have. */
size_t colours_ways(const struct colours *colours);

#endif
