/* walk.h - the loops that walk chains. */
#ifndef WALK_H
#define WALK_H

#include "../machine.h"

/* Walks LOADS loads from AT and returns where it stands then. */
void **walk(void **at, size_t loads);

/* Four independent walks of LOADS loads each. */
void walk_four(void **at, size_t loads);

/* LOADS loads on each of COUNT chains in turn; up to CHAINS_MOST. */
void walk_all(struct chain *all, size_t count, size_t loads);

/* One store to each of the chain's places, to the word after its link. */
void store_beside(const struct chain *chain);

#endif
