/* stream_loops.h - reads the loops of a statement's table: what one statement costs in each number
   of streams. */
#ifndef STREAM_LOOPS_H
#define STREAM_LOOPS_H

#include "../table.h"

#include <stdbool.h>
#include <stddef.h>

enum { MOST_STREAMS = 64, MOST_ROWS = 2 * MOST_STREAMS };

/* The most cycles that a loop's counter and branch take. */
static const double LOOP_CYCLES = 3;
/* A chain of statements this long hides the loop, and shorter ones may: then a statement costs the
   same in both rows, and their mean has less noise.  If the loop shows beside long statements, they
   take different times, as some divisions do. */
static const double HIDES_LOOP = 6, HIDDEN_PART = 0.005;
/* The relative errors of a latency, and of an operation. */
static const double OFF = 0.015, TURN_OFF = 0.01;
/* How many of the best rates must be this close. */
enum { AGREEING = 3 };
static const double AGREE = 0.03;
/* The least percentage of samples without another thread for a single stream. */
static const double MOSTLY_ALONE = 49;

/* Streams, operations in a round, its cycles, and the percentage of samples or NONE_AGREE. */
struct loop_row {
    size_t streams;
    double operations, round, agreed;
};

struct streams {
    struct loop_row row[MOST_ROWS];
    size_t rows;
    char name[TABLE_NAME_BYTES];
    double cost[MOST_STREAMS + 1];   /* cycles of one statement in each of this many streams */
    double agreed[MOST_STREAMS + 1]; /* percentage of samples, the lower of the two rows */
    size_t most;
    bool rest, chained; /* are there rows of 0 streams, and of one? */
    bool set;
};

/* Reads the rows of TABLE, a table or a section of one. */
void stream_loops_read(const struct table *table, struct streams *streams);

/* Did N streams run mostly without another thread on the core? */
bool streams_were_alone(const struct streams *streams, size_t n);

/* Is COST within OFF of a whole or half number of cycles, as in a chain without delays? */
bool is_undelayed(double cost, double off);

/* The most cycles of the round of ROW, whose rate is known well, that may be the loop's own. */
double loop_row_own(const struct loop_row *row);

#endif
