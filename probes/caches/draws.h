/* draws.h - which places were touched when.  A draw is a random 1/32 of all places, each touched
   once, in random order.

   Draws are independent, so that a place is touched again soon or late by chance, almost as if each
   touch chose from all places.  The place at a position and the position of a place are computed,
   so that nothing is stored for each place. */
#ifndef DRAWS_H
#define DRAWS_H

#include "../common/permutation.h"

#include <stdbool.h>

enum {
    DRAWS_PART = 32,       /* a draw touches one place in so many */
    DRAWS_KEPT = 128,      /* draws; 1.7 % of the places are in none of them */
    DRAWS_ALL = DRAWS_PART /* draws, which make as many touches as there are places */
};

struct draws {
    size_t places, part; /* all, and those of a draw */
    size_t count;
    struct permutation kept[DRAWS_KEPT]; /* the last ones, in a ring */
};

void draws_begin(struct draws *draws, size_t places);

/* Makes COUNT draws.  A draw touches the first PART places of its order. */
void draws_make(struct draws *draws, struct dice *dice, size_t count);

/* The draw that BACK others followed. */
const struct permutation *draws_before(const struct draws *draws, size_t back);

/* Ages below this are known. */
size_t draws_oldest(const struct draws *draws);

/* Returns a place after which about AGE others were touched: in the rest of its own draw and in the
 *BACK draws after it.  A later draw may have touched it again. */
size_t draws_of_age(const struct draws *draws, size_t age, size_t *back);

/* Returns whether any of the last BACK draws touched PLACE. */
bool draws_touched(const struct draws *draws, size_t place, size_t back);

#endif
