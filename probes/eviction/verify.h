/* verify.h - checks that all colours were found, each once; fails if noise lasts. */
#ifndef VERIFY_H
#define VERIFY_H

#include "groups.h"

/* Finds all colours as colours_find does, and searches again for those that turn out to equal
   another one, or to contain units of others: another thread may have disturbed the search.
   Fails if time or units run out. */
bool verify_find(struct groups *groups, size_t laps);

/* Returns whether the evictors that are visited after each unit leave all units in the level.  If
   a colour has no more ways than evictors, they evict its other units, and the colour is not
   found. */
bool verify_evictors(struct colours *colours);

#endif
