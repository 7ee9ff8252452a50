/* counting.c - opens a counter, and measures what counting itself adds. */
#include "counting.h"

enum { EMPTY_TRIES = 8 };

/* The least that nothing counts, of a few tries; -1 if each was lost. */
static double count_nothing(struct machine *machine, struct counter *counter) {
    double least = -1;
    for (int i = 0; i < EMPTY_TRIES; i++) {
        counter_start(machine, counter);
        double count = counter_stop(machine, counter);
        if (count >= 0 && (least < 0 || count < least))
            least = count;
    }
    return least;
}

bool counting_open(struct machine *machine, struct counter *counter, enum event event) {
    if (!counter_open(machine, counter, event))
        return false;
    double empty = count_nothing(machine, counter);
    if (empty >= 0) {
        counter->empty = empty;
        return true;
    }
    counter_close(machine, counter);
    return false;
}
