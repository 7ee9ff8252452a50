/* walk.h - the loops that walk chains and store beside their links. */
#ifndef WALK_H
#define WALK_H

#include "../machine.h"

/* Performs LOADS loads from AT.  Returns the place that it reaches. */
void **walk(void **at, size_t loads);

/* Performs four independent walks of LOADS loads each. */
void walk_four(void **at, size_t loads);

/* Performs LOADS loads on each of COUNT chains in turn, at most CHAINS_MOST. */
void walk_all(struct chain *all, size_t count, size_t loads);

/* Loads COUNT places of ORDER, offsets from BASE, none of which depends on another; at most
   AT_ONCE_MOST. */
void load_at_once(const unsigned char *base, const size_t *order, size_t count);

/* Stores once to the word after each link of the chain. */
void store_beside(const struct chain *chain);

#endif
