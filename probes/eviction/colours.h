/* colours.h - finds page colours: which pages map to the same sets of a level of cache.

   A level of K colours and W ways holds W pages of each colour.  Pages of unknown colour are
   gathered as long as they fit together; when they evict one more page, W of them have its colour.
   They are found by leaving out pages (an eviction set; METHODS 0a.3, after Vila, Koepf and
   Morales), and they evict all other pages of that colour. */
#ifndef COLOURS_H
#define COLOURS_H

#include "eviction.h"

/* To begin with, all is 0 except UNITS and EVICTION, which must be open only when colours are
   searched for. */
struct colours {
    struct units *units;
    struct eviction *eviction;
    size_t next;      /* the first unit that was not tested */
    size_t moved;     /* what `next` was when a unit was found to be open for the last time */
    size_t witnesses; /* units since the last new colour that only known colours evict */
    size_t count;     /* of colours */
    size_t colour[UNITS_MOST];          /* of each unit, from 1 on; 0 where it is not known */
    size_t ways[UNITS_MOST + 1];        /* how many units fill each colour, by its number */
    size_t open[UNITS_MOST], opens;     /* units of no known colour, which fit together */
    size_t closed[UNITS_MOST], closeds; /* one more of each known colour than fit */
    size_t *first, firsts; /* units that are visited besides while too few colours are known, */
    size_t first_unit[UNITS_MOST]; /* here, except while the open ones take their place */
    size_t visited[2 * UNITS_MOST], batch[UNITS_MOST], alike[UNITS_MOST];
    double cost[UNITS_MOST];
    double end_ns; /* of the machine's age: it must not take longer */
};

/* Forgets that the units of COLOUR have one; the last colour takes its number. */
void colours_drop(struct colours *colours, size_t colour);

/* Makes `closed` one unit more of each colour than fit. */
void colours_refill(struct colours *colours);

/* Has the search taken too long? */
bool colours_late(const struct colours *colours);

/* Makes `visited` the COUNT units of SET and evictors for units of no known colour.  Returns how
   many these are. */
size_t colours_visit(struct colours *colours, const size_t *set, size_t count);

/* The same for half of what fits of each known colour, which evicts no unit. */
size_t colours_visit_half(struct colours *colours);

/* Moves those of COUNT units in UNIT to its front that have no known colour.  Returns how many. */
size_t colours_keep_unknown(struct colours *colours, size_t *unit, size_t count);

/* Moves those of COUNT units in UNIT to its front that the first VISITS in `visited` evict, or do
   not. Returns how many. */
size_t colours_keep(struct colours *colours, size_t *unit, size_t count, size_t visits,
                    bool evicted);

/* Removes units of known colour from the open ones. */
void colours_sort(struct colours *colours);

/* The units of COLOUR, up to MOST, in UNIT. Returns how many. */
size_t colours_members(const struct colours *colours, size_t colour, size_t *unit, size_t most);

/* Adds evictors to the COUNT units in UNIT: units of known colours except AVOID, as many as evict
   all from the first level, or as there are.  Returns how many units there are then. */
size_t colours_add_evictors(const struct colours *colours, size_t avoid, size_t *unit,
                            size_t count);

/* How many colours, the first ones, have more units than fill them. */
size_t colours_rich(const struct colours *colours);

/* The ways that most colours have. */
size_t colours_ways(const struct colours *colours);

/* The most units of a colour that are needed: far more than fit. */
size_t colours_most_units(const struct colours *colours);

#endif
