/* counting.c - opens a counter, and measures the events that starting and stopping it adds. */
#include "counting.h"

enum { EMPTY_TRIES = 8 };

/* The least count of an empty measurement, of a few tries. */
static double count_nothing(struct machine *machine, struct counter *counter) {
    double least = NOT_MEASURED;
    for (int i = 0; i < EMPTY_TRIES; i++) {
        counter_start(machine, counter);
        least = fmin(least, counter_stop(machine, counter));
    }
    return least;
}

bool counting_open(struct machine *machine, struct counter *counter, enum event event) {
    if (!counter_open(machine, counter, event))
        return false;
    double empty = count_nothing(machine, counter);
    if (is_measured(empty)) {
        counter->empty = empty;
        return true;
    }
    counter_close(machine, counter);
    return false;
}
