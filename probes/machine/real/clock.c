/* clock.c - the system's monotonic clock, its smallest step and the cost of a reading. */
#define _GNU_SOURCE
#include "clock.h"

#include <time.h>

/* Readings for the step and the overhead: enough to show the least of both. */
enum { READINGS = 200, MEANS = 9 };

/* Counts from the first reading, so that a double can represent every ns. */
double clock_ns(void) {
    static time_t began = -1;
    struct timespec now;
#ifdef CLOCK_MONOTONIC
    clock_gettime(CLOCK_MONOTONIC, &now);
#else
    clock_gettime(CLOCK_REALTIME, &now);
#endif
    if (began < 0)
        began = now.tv_sec;
    return (double)(now.tv_sec - began) * 1e9 + (double)now.tv_nsec;
}

double clock_resolution_ns(void) {
    double step = 1e9;
    for (int i = 0; i < READINGS; i++) {
        double start = clock_ns(), now = start;
        for (int spin = 0; spin < 1000000 && now <= start; spin++)
            now = clock_ns();
        if (now > start && now - start < step)
            step = now - start;
    }
    return step;
}

/* The least of a few means: the mean removes the clock's step, the least removes disturbances. */
double clock_overhead_ns(void) {
    double least = 1e9;
    for (int i = 0; i < MEANS; i++) {
        double start = clock_ns();
        for (int reading = 0; reading < READINGS; reading++)
            clock_ns();
        double mean = (clock_ns() - start) / (READINGS + 1);
        if (mean < least)
            least = mean;
    }
    return least > 0 ? least : 0;
}
