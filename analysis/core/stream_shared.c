/* stream_shared.c - compares the rates of the largest numbers of streams. */
#include "stream_shared.h"

#include "../ascending.h"
#include "stream_pattern.h"

#include <math.h>
#include <stdlib.h>

bool stream_shared_is_exceeded(const struct streams *streams, double rate) {
    for (size_t i = 0; i < streams->rows; i++) {
        const struct loop_row *row = &streams->row[i];
        if (row->streams > 1 && row->operations > rate * row->round * (1 + TURN_OFF))
            return true;
    }
    return false;
}

/* Does RATE lie between the rates of the loops with and without all that a loop's own cost may be?
   No loop is faster, and some are that fast. */
static bool is_rate_bounded(const struct streams *streams, double rate) {
    bool reached = false;
    for (size_t i = 0; i < streams->rows; i++) {
        const struct loop_row *row = &streams->row[i];
        double rest = row->round - loop_row_own(row);
        reached = reached || (row->streams > 1 && row->operations >= rate * rest * (1 - TURN_OFF));
    }
    return reached && !stream_shared_is_exceeded(streams, rate);
}

double stream_shared_rate(const struct streams *streams) {
    double rate[AGREEING];
    size_t count = 0;
    for (size_t n = streams->most; n > 1 && count < AGREEING; n--)
        if (streams_were_alone(streams, n))
            rate[count++] = (double)n / streams->cost[n];
    if (count < AGREEING)
        return 0;
    qsort(rate, AGREEING, sizeof *rate, ascending);
    double middle = rate[AGREEING / 2];
    bool alike = rate[AGREEING - 1] <= (1 + AGREE) * rate[0];
    return alike && middle >= 1 && is_rate_bounded(streams, middle) &&
                   stream_pattern_paces(streams, middle)
               ? middle
               : 0;
}
