/* level_rows.h - measures the rows of a level behind the first: pages of one colour, or of all,
   visited again and again (X-Ray 4.6; level.c says what they show).  Rows are tried until they
   surely fit or surely miss, since noise only adds; fails where some do not. */
#ifndef LEVEL_ROWS_H
#define LEVEL_ROWS_H

#include "../common/spread.h"
#include "../eviction/groups.h"

enum { LEVEL_ROWS = 40 };

/* A level of cache, from the second on. */
struct level {
    size_t level, attempt; /* the number of the level, and that of the attempt, from 1 on */
    struct units units;
    struct eviction eviction;
    struct colours colours;
    struct groups groups;
    double ordered;
};

/* The values of a row: of each layout, or of each try of each colour. */
struct level_row {
    size_t colours, ways, shift, layouts;
    double *cycles;
};

struct level_rows {
    struct level_row row[LEVEL_ROWS];
    size_t count;
    bool lost; /* a row had no room, so the table would be incomplete */
};

/* Returns a number of pages of each colour that certainly fit together. */
size_t level_surely_fit(const struct level *level);

/* Plans the rows, and measures them if none is lost.  Returns whether all settle; free them either
   way. */
bool level_rows_measure(struct level_rows *rows, struct level *level);
void level_rows_free(struct level_rows *rows);

/* Returns, for a row of all colours, the spread of the slowest colour, or 0 if it was measured
   too rarely. */
struct spread level_row_spread(const struct level_row *row);

#endif
