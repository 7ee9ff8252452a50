/* draws.h - which places were touched when, if each draw touches a part of them in random order.

   A draw knows nothing of those before it, so that a place is touched again soon or late by chance,
   as if each touch were drawn from all places.  The orders are computed forwards and backwards, so
   that no place needs memory of its own. */
#ifndef DRAWS_H
#define DRAWS_H

#include "../common/permutation.h"

#include <stdbool.h>

enum {
    DRAWS_PART = 32,  /* of the places are touched by a draw */
    DRAWS_KEPT = 128, /* after as many, 1.7 % of the places are older than any draw that is known */
    DRAWS_ALL = DRAWS_PART /* touch as many places as there are, some of them twice */
};

struct draws {
    size_t places, part; /* all, and those of a draw */
    size_t count;
    struct permutation kept[DRAWS_KEPT]; /* the last ones, in a ring */
};

void draws_begin(struct draws *draws, size_t places);

/* Draws COUNT orders, of each of which the first PART places are touched. */
void draws_make(struct draws *draws, struct dice *dice, size_t count);

/* The draw that BACK others followed. */
const struct permutation *draws_before(const struct draws *draws, size_t back);

/* The end of the ages that the kept draws know. */
size_t draws_oldest(const struct draws *draws);

/* Returns a place since which AGE others were touched, give or take chance, in *BACK draws and the
   rest of its own.  It may have been touched again. */
size_t draws_of_age(const struct draws *draws, size_t age, size_t *back);

/* Returns whether any of the last BACK draws touched PLACE. */
bool draws_touched(const struct draws *draws, size_t place, size_t back);

#endif
