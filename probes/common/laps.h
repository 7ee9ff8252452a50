/* laps.h - the orders in which blocks that compete for the same ways are visited (AMP 3.10): laps
 * in which replacement policies miss more or less often. */
#ifndef LAPS_H
#define LAPS_H

#include <stdbool.h>
#include <stddef.h>

enum {
    LAPS = 7,
    LAPS_MOST_WAYS = 192, /* the most ways that the analysis accepts */
    LAPS_VISITS = 5 * LAPS_MOST_WAYS,
    LAPS_LAYOUTS = 3
};

/* The number of blocks that the laps for so many WAYS visit. */
#define LAPS_BLOCKS(ways) (3 * (ways) + (ways) / 4 + 2)

struct lap {
    size_t block[LAPS_VISITS], visits;
};

/* A lap, with the cycles of a visit on several layouts, and of as many visits that evict
   nothing. */
struct timed_lap {
    struct lap lap;
    double cycles[LAPS_LAYOUTS], same[LAPS_LAYOUTS];
};

/* Writes lap NUMBER of blocks of which WAYS fit.  Each lap begins with twice as many blocks in
   turn: that many misses in a row evict all earlier contents.  Returns false if a lap has no room
   for that many blocks. */
bool lap_write(struct lap *lap, size_t number, size_t ways);

#endif
