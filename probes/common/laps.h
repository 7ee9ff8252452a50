/* laps.h - in what order blocks that compete for the same ways are visited (AMP 3.10, METHODS 1.7):
   laps that policies miss more or less often. */
#ifndef LAPS_H
#define LAPS_H

#include <stdbool.h>
#include <stddef.h>

enum {
    LAPS = 7,
    LAPS_MOST_WAYS = 192, /* that the analysis takes */
    LAPS_VISITS = 5 * LAPS_MOST_WAYS,
    LAPS_LAYOUTS = 3
};

/* So many blocks laps visit of WAYS. */
#define LAPS_BLOCKS(ways) (3 * (ways) + (ways) / 4 + 2)

struct lap {
    size_t block[LAPS_VISITS], visits;
};

/* And what a visit costs on several layouts; and as many that replace nothing. */
struct timed_lap {
    struct lap lap;
    double cycles[LAPS_LAYOUTS], same[LAPS_LAYOUTS];
};

/* The NUMBER-th lap of blocks of which WAYS fit.  Each lap begins with twice as many in turn:
   behind as many misses in a row whatever was there before is forgotten.  Returns false where a lap
   has no room for so many. */
bool lap_write(struct lap *lap, size_t number, size_t ways);

#endif
