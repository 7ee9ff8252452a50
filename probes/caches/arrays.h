/* arrays.h - counts the misses of a lap of places at equal distances, visited in turn: AMP's
   experiments on one cache or TLB.

   As in X-Ray's Theorem 1, as many places at wide distances are held as a set has ways, and twice
   as many at half the distance at which they are all in one set (AMP 3.3 from its other end).  The
   whole cache is never filled: reading a counter leaves lines of the system in some sets, and not
   every policy evicts them.

   Where the places are held, no visit of a later lap misses; where they are not, at least one
   misses in each lap, whatever the policy, since a set cannot hold more lines than it has ways.  So
   half a miss in a lap separates the two. */
#ifndef ARRAYS_H
#define ARRAYS_H

#include "../machine/counters.h"

#include <stdio.h>

/* AGAIN: laps like the ones before (AMP 3.2, 3.3).  ALONE: one of them, with what reading a counter
   costs.  AWAY: after other data of many times as much (3.1).  WRITTEN: the same, and then a store
   to each place (3.4).  EXECUTED: after code (3.6). */
enum kind { KIND_AGAIN, KIND_ALONE, KIND_AWAY, KIND_WRITTEN, KIND_EXECUTED };

/* LINE, in bytes: few lines are longer. */
enum { LINE = 64 };
enum {
    ARRAY_LAYOUTS = 6,
    ARRAY_ROWS = 128,
    ARRAY_REPEATS = 3,
    PLACES_TRIED = 1024,
    ARRAY_LAPS = 32,
    ARRAY_TIMES = 4
};
static const double HELD_BELOW = 0.5;

/* LAST is from the last place but one to the last.  STRIDE 0: anywhere, each on a page of its own.
   MISSES are of a lap on each layout, -1 where they could not be counted; CYCLES, of a load, are
   the least where it is TIMED. */
struct counted {
    enum kind kind;
    size_t stride, places, last;
    bool timed;
    double misses[ARRAY_LAYOUTS], cycles;
};

struct array {
    struct machine *machine;
    struct counter counter;
    size_t unit;  /* bytes: the least stride */
    size_t step;  /* bytes by which the last place is shifted to see lines; 0: not */
    size_t bytes; /* that there are */
    struct counted row[ARRAY_ROWS];
    size_t rows;
    /* The misses of a row on the layout that there is now.  OF is the array's owner. */
    double (*misses)(void *of, struct counted *row);
    void *of;
};

/* The places that a set holds, and the least distance at which all are in one set; 0 where no
   number of them shows that. */
struct ways {
    size_t ways, way; /* bytes */
};
struct ways array_find(struct array *array);

/* One that there is memory for. */
void array_add(struct array *array, enum kind kind, size_t stride, size_t places, size_t last);

/* One lap of half of them: what is missed after KIND, after other data, and after nothing. */
void array_add_between(struct array *array, const struct ways *found, enum kind kind);

/* The rows that show these ways, and the line; none for 0 of them. */
void array_plan(struct array *array, const struct ways *found);

/* Measures all rows on a LAYOUT. */
void array_measure(struct array *array, size_t layout);

/* Prints the lines before the rows in the table of the sweep NAME. */
void array_print_columns(const char *name, FILE *out);

/* Returns how many rows. */
size_t array_print(const struct array *array, FILE *out);

/* How many laps are counted: what reading a counter evicts must be little beside a miss in each. In
   FIFO order a line that nobody wants stays until all places of its set were missed. */
size_t array_laps(const struct counted *row);

/* The least count is the machine's own: what disturbs only adds (AMP 2.2).  -1: there is none. */
double array_least(double least, double count);

#endif
