/* colours.h - which pages compete for the same sets of the second level of cache.

   Pages of one colour fall on the same sets; a level of K colours and W ways holds W pages of each.
   So pages whose colour is not known are gathered as long as they fit together, and when one more
   is pushed out, W of them have its colour: they are found by leaving out, and all others of that
   colour by being pushed out by these (METHODS 0a.3; Vila, Koepf and Morales reduce a set so). */
#ifndef COLOURS_H
#define COLOURS_H

#include "eviction.h"

struct colours {
    struct units *units;
    struct eviction *eviction;
    size_t next;         /* the first unit that was not looked at */
    size_t moved;        /* what `next` was when a unit was found to be open for the last time */
    size_t witnesses;    /* units since the last new one that only known colours push out */
    size_t *colour;      /* of each unit, from 1 on; 0 where it is not known */
    size_t count, *ways; /* of colours, and how many units fill each; by its number */
    size_t *open, opens; /* units of no known colour, which fit together */
    size_t *closed, closeds; /* one more of each known colour than fit */
    size_t *first, firsts;   /* units that are visited besides while too few colours are known */
    size_t *visited, *batch, *alike;
    double *cost;
    double end_ns; /* of the machine's age: it must not take longer */
};

/* EVICTION need not be open before colours are looked for.  Returns false where there is no
   memory. */
bool colours_open(struct colours *colours, struct units *units, struct eviction *eviction);
void colours_close(struct colours *colours);

/* Finds all colours, and enough units of each, or of many of them, to try more than fit, visiting
   units LAPS times before others are timed.  Returns false where time or units run out before. */
bool colours_find(struct colours *colours, size_t laps);

/* Forgets that the units of COLOUR have one; the last colour takes its number. */
void colours_drop(struct colours *colours, size_t colour);

/* Makes `closed` as many of each colour as fill it, and one. */
void colours_refill(struct colours *colours);

/* Looks at as many units that nobody looked at as find all colours: does what fills the known ones
   push out each, and half of that not, though it is visited as long?  A thread beside that keeps to
   the sets of a colour hides it all the time.  Others than before wash between them.  Returns how
   many do not show it; those that stay are open. */
size_t colours_unproven(struct colours *colours);

/* Goes on until all colours are found again.  Returns false as colours_find does. */
bool colours_resume(struct colours *colours);

/* Has the search taken too long? */
bool colours_late(const struct colours *colours);

/* Makes `visited` the COUNT units of SET and what washes those of no known colour.  Returns how
   many these are. */
size_t colours_visit(struct colours *colours, const size_t *set, size_t count);

/* Those of COUNT units in UNIT that the first VISITS in `visited` push out, or do not, go to its
   front.  Returns how many. */
size_t colours_keep(struct colours *colours, size_t *unit, size_t count, size_t visits,
                    bool evicted);

/* Units whose colour is known now are open no more. */
void colours_sort(struct colours *colours);

/* Gives COLOUR more units, up to MOST, of those that were looked at, and of others. */
void colours_enrich(struct colours *colours, size_t colour, size_t most);

/* The units of COLOUR, up to MOST, in UNIT. Returns how many. */
size_t colours_members(const struct colours *colours, size_t colour, size_t *unit, size_t most);

/* Adds to the COUNT units in UNIT others of known colours, but AVOID, until they are so many that
   the first level keeps nothing.  Returns how many there are then. */
size_t colours_add_evictors(const struct colours *colours, size_t avoid, size_t *unit,
                            size_t count);

/* So many colours, the first ones, have more units than fill them. */
size_t colours_rich(const struct colours *colours);

/* The ways that most colours have. */
size_t colours_ways(const struct colours *colours);

/* Units of a colour that are asked for at the most: far more than fit. */
size_t colours_most_units(const struct colours *colours);

#endif
