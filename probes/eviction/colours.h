/* colours.h - finds page colours: which pages map to the same sets of a level of cache.

   A level of K colours and W ways holds W pages of each colour.  Pages of unknown colour are
   gathered as long as they fit together; when they evict one more page, W of them have its colour.
   They are found by leaving out pages (an eviction set, after Vila, Koepf and Morales), and they
   evict all other pages of that colour. */
#ifndef COLOURS_H
#define COLOURS_H

#include "eviction.h"

/* All members begin as 0 except UNITS and EVICTION, which must be open before colours are
   searched for. */
struct colours {
    struct units *units;
    struct eviction *eviction;
    size_t next;      /* the first unit that was not tested */
    size_t moved;     /* what `next` was when a unit was found to be open for the last time */
    size_t witnesses; /* units since the last new colour that only known colours evict */
    size_t count;     /* number of known colours */
    size_t colour[UNITS_MOST];          /* of each unit, from 1 on; 0: unknown */
    size_t ways[UNITS_MOST + 1];        /* how many units fill each colour, by its number */
    size_t open[UNITS_MOST], opens;     /* units of unknown colour that fit together */
    size_t closed[UNITS_MOST], closeds; /* one more of each known colour than fit */
    size_t *first, firsts; /* units that are visited besides while too few colours are known, */
    size_t first_unit[UNITS_MOST]; /* here, except while the open ones take their place */
    size_t visited[2 * UNITS_MOST], batch[UNITS_MOST], alike[UNITS_MOST];
    double cost[UNITS_MOST];
    double end_ns; /* the machine's age at which the search gives up */
};

/* Drops COLOUR, whose units then have none; the last colour takes its number. */
void colours_drop(struct colours *colours, size_t colour);

/* Fills `closed` with one unit more of each colour than fit. */
void colours_refill(struct colours *colours);

/* Returns whether the search has taken too long. */
bool colours_late(const struct colours *colours);

/* Makes `visited` the COUNT units of SET and evictors for units of no known colour.  Returns
   their number. */
size_t colours_visit(struct colours *colours, const size_t *set, size_t count);

/* Does the same for half of the units that fill each known colour, which evicts no unit. */
size_t colours_visit_half(struct colours *colours);

/* Moves those of COUNT units in UNIT to its front that have no known colour.  Returns their
   number. */
size_t colours_keep_unknown(struct colours *colours, size_t *unit, size_t count);

/* Moves those of COUNT units in UNIT to its front that the first VISITS in `visited` evict, or do
   not.  Returns their number. */
size_t colours_keep(struct colours *colours, size_t *unit, size_t count, size_t visits,
                    bool evicted);

/* Removes units of known colour from the open ones. */
void colours_sort(struct colours *colours);

/* Writes the units of COLOUR, up to MOST, to UNIT.  Returns their number. */
size_t colours_members(const struct colours *colours, size_t colour, size_t *unit, size_t most);

/* Adds evictors to the COUNT units in UNIT: units of known colours except AVOID, as many as evict
   everything from the first level, or all if they are fewer.  Returns the number of units then. */
size_t colours_add_evictors(const struct colours *colours, size_t avoid, size_t *unit,
                            size_t count);

/* Returns the number of colours, the first ones, for which more units than fill them are kept. */
size_t colours_rich(const struct colours *colours);

/* Returns the ways that most colours have. */
size_t colours_ways(const struct colours *colours);

/* Returns the most units of a colour that are needed, which are far more than fit. */
size_t colours_most_units(const struct colours *colours);

#endif
