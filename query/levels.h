/* levels.h - levels of cache: what one source lists, in order, and what may be said of it. */
#ifndef QUERY_LEVELS_H
#define QUERY_LEVELS_H
#include "believe.h"

enum { LEVELS = 4, ROWS = 32 };

/* The caches as listed, tidied.  WHOLE: nothing in the list was beyond belief. */
struct listing {
    struct cache rows[ROWS];
    int count;
    bool whole;
};

/* The cache of code, then those of data by level; bytes are 0 of one that is not known, and behind
   it.  WHOLE: there are no other levels. */
struct levels {
    struct cache of[LEVELS + 1];
    bool whole;
};

/* Adds a row of a cache that is asked for; any other makes the list less than whole. */
void list_cache(struct listing *list, struct cache cache);
void sort_levels(const struct listing *list, struct levels *levels);
void say_levels(const struct levels *levels, const char *from);
#endif
