/* clock.c - the clock, its resolution and its overhead. */
#define _GNU_SOURCE
#include "real.h"

#include <time.h>

/* Readings from which step and overhead are taken: enough to see the least of both. */
enum { READINGS = 200 };

double clock_ns(void) {
    struct timespec now;
#ifdef CLOCK_MONOTONIC
    clock_gettime(CLOCK_MONOTONIC, &now);
#else
    clock_gettime(CLOCK_REALTIME, &now);
#endif
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
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

double clock_overhead_ns(void) {
    double start = clock_ns();
    for (int i = 0; i < READINGS; i++)
        clock_ns();
    double overhead = (clock_ns() - start) / (READINGS + 1);
    return overhead > 0 ? overhead : 0;
}
