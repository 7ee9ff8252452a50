/* stream_loops.c - pairs the rows of each number of streams, whose difference is free of a loop. */
#include "stream_loops.h"

#include <math.h>
#include <string.h>

enum { STREAMS, UNROLLED, ROUND, ALONE };

/* Relative to the round: the most that a loop's counter and branch take; a result below 0 is
   noise.  The second is for rounds whose rate is known well. */
static const double LOOP_PART = 0.03, MOST_LOOP = 0.05;
/* The percentage where samples do not agree. */
static const double NONE_AGREE = -1;

static const char OF_ONE[] = "_cycles", OF_A_SET[] = "_cycles_a_set";

static double agreed_in(const struct table *table, size_t row) {
    double percent = table_at(table, row, ALONE);
    return is_measured(percent) ? percent : NONE_AGREE;
}

/* Cycles of a round with every statement once, from ROW and the next.  NOT_MEASURED where the rows
   are no pair, or where their difference leaves an impossible loop. */
static double cost_of_rows(const struct table *table, size_t row) {
    double streams = table_at(table, row, STREAMS), few = table_at(table, row, UNROLLED);
    if (row + 1 == table->rows || !table_is(table, row + 1, STREAMS, streams) ||
        fmin(agreed_in(table, row), agreed_in(table, row + 1)) < 0)
        return NOT_MEASURED;
    double round = table_at(table, row, ROUND), more = table_at(table, row + 1, UNROLLED) - few;
    double next = table_at(table, row + 1, ROUND), loop = round - few * (next - round) / more;
    if (streams < 2 && fabs(loop) <= HIDDEN_PART * next)
        return (round + next) / (2 * few + more);
    if (streams < 2 && next / (few + more) >= HIDES_LOOP)
        return NOT_MEASURED;
    bool good = loop >= -LOOP_PART * round && loop <= LOOP_CYCLES + LOOP_PART * round;
    double cost = (next - fmax(0, fmin(loop, LOOP_CYCLES))) / (few + more);
    return good && cost > 0 ? cost : NOT_MEASURED;
}

static bool ends_with(const char *text, size_t length, const char *end) {
    return length >= strlen(end) && strcmp(text + length - strlen(end), end) == 0;
}

static void note_loop(const struct table *table, size_t row, struct streams *streams, size_t n) {
    if (streams->rows < MOST_ROWS)
        streams->row[streams->rows++] =
            (struct loop_row){n, fmax((double)n, 1) * table_at(table, row, UNROLLED),
                              table_at(table, row, ROUND), agreed_in(table, row)};
}

static void note_row(const struct table *table, size_t row, struct streams *streams, size_t n) {
    double cost = cost_of_rows(table, row), agreed = agreed_in(table, row);
    streams->rest = streams->rest || n == 0;
    streams->chained = streams->chained || n == 1;
    streams->agreed[n] = fmin(streams->agreed[n], agreed);
    note_loop(table, row, streams, n);
    if (is_measured(cost)) {
        streams->most = n;
        streams->cost[n] = cost;
    }
}

void stream_loops_read(const struct table *table, struct streams *streams) {
    *streams = (struct streams){.most = 0};
    for (size_t n = 0; n <= MOST_STREAMS; n++)
        streams->cost[n] = streams->agreed[n] = NOT_MEASURED;
    for (size_t row = 0; row < table->rows; row++) {
        size_t n = (size_t)fmin(table_at(table, row, STREAMS), MOST_STREAMS + 1);
        if (n <= MOST_STREAMS)
            note_row(table, row, streams, n);
    }
    const char *column = table->column[ROUND];
    size_t length = strlen(column);
    streams->set = ends_with(column, length, OF_A_SET);
    const char *end = streams->set ? OF_A_SET : OF_ONE;
    length -= ends_with(column, length, end) ? strlen(end) : length;
    memcpy(streams->name, column, length);
}

bool streams_were_alone(const struct streams *streams, size_t n) {
    return is_measured(streams->cost[n]) && streams->agreed[n] >= MOSTLY_ALONE;
}

bool is_undelayed(double cost, double off) {
    return fabs(cost - floor(2 * cost + 0.5) / 2) <= off;
}

double loop_row_own(const struct loop_row *row) {
    return fmin(LOOP_CYCLES, MOST_LOOP * row->round);
}
