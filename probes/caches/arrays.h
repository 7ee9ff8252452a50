/* arrays.h - counts the misses of a lap of places at equal distances, visited in turn: AMP's
   experiments on one cache or TLB.

   As in X-Ray's Theorem 1, as many places at wide distances are held as a set has ways, and twice
   as many at half the distance at which they are all in one set (AMP 3.3 from its other end).  The
   whole cache is never filled: reading a counter leaves lines of the kernel in some sets, and not
   every replacement policy evicts them.

   Where the places are held, no visit of a later lap misses; where they are not, at least one
   misses in each lap, whatever the policy, since a set cannot hold more lines than it has ways.
   So half a miss in a lap separates the two. */
#ifndef ARRAYS_H
#define ARRAYS_H

#include "../machine/counters.h"

#include <stdio.h>

/* What precedes the laps that are counted.  AGAIN: equal laps (AMP 3.2, 3.3).  ALONE: equal laps,
   and a single lap is counted, which shows the misses that reading a counter causes.  AWAY: many
   times as much other data (3.1).  WRITTEN: the same, and then a store to each place (3.4).
   EXECUTED: code (3.6). */
enum kind { KIND_AGAIN, KIND_ALONE, KIND_AWAY, KIND_WRITTEN, KIND_EXECUTED };

/* Bytes; few lines are longer. */
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

/* LAST is the distance of the last two places.  With STRIDE 0 each place is on a random page of
   its own.  MISSES are those of a lap on each layout, or NOT_MEASURED; CYCLES, of a load, are the
   least where the row is TIMED, else NOT_MEASURED. */
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
    size_t step;  /* bytes by which shifts of the last place grow; 0: no shifts */
    size_t bytes; /* of memory for places */
    struct counted row[ARRAY_ROWS];
    size_t rows;
    /* Returns the misses of a row on the current layout.  OF is the owner of the array. */
    double (*misses)(void *of, struct counted *row);
    void *of;
};

/* The places that a set holds, and the least distance at which all are in one set; both are 0 if
   no number of places conflicts. */
struct ways {
    size_t ways, way; /* bytes */
};
struct ways array_find(struct array *array);

/* Adds a row if there is memory for its places. */
void array_add(struct array *array, enum kind kind, size_t stride, size_t places, size_t last);

/* Adds the rows of one lap over half of the cache: after KIND, after other data, and after
   nothing. */
void array_add_between(struct array *array, const struct ways *found, enum kind kind);

/* Adds the rows that show these ways and the line, or none if there are no ways. */
void array_plan(struct array *array, const struct ways *found);

/* Counts the misses of all rows on a LAYOUT. */
void array_measure(struct array *array, size_t layout);

/* Prints the head of the table of the sweep NAME. */
void array_print_columns(const char *name, FILE *out);

/* Prints the rows that could be counted.  Returns their number. */
size_t array_print(const struct array *array, FILE *out);

/* Returns the number of laps that are counted.  The misses that reading a counter causes must be
   few beside one miss a lap.  Under FIFO replacement a stray line stays until all places of its
   set have been missed. */
size_t array_laps(const struct counted *row);

#endif
