/* pin.c - pins the process to one CPU, so that all samples see the same caches.

   Another thread, even of another virtual machine, may share the core for far longer than a sweep
   takes; so a few CPUs are tried, and the one that gets most work done is chosen. */
#define _GNU_SOURCE
#include "pin.h"

#include "clock.h"
#include "contention.h"

#include <stdbool.h>

#ifdef __linux__
cpu_set_t pin_mask;

enum { CANDIDATES = 4, WORK_ROUNDS = 400000 /* rounds that take less than a millisecond */ };

static bool pin(size_t cpu) {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    return sched_setaffinity(0, sizeof one, &one) == 0;
}

static double work_ns(void) {
    double start = clock_ns();
    fill_core(WORK_ROUNDS);
    return clock_ns() - start;
}

/* Tries CPUs from the one on that the scheduler chooses now, since the scheduler knows what else
   runs.  If the calls fail, its choice stands. */
void pin_here(void) {
    static int asked;
    if (!asked)
        asked = sched_getaffinity(0, sizeof pin_mask, &pin_mask) == 0 ? 1 : -1;
    if (asked < 0)
        return;
    (void)sched_setaffinity(0, sizeof pin_mask, &pin_mask);
    sched_yield();
    int here = sched_getcpu();
    size_t first = here < 0 ? 0 : (size_t)here, best = first, tried = 0;
    double least = 0;
    for (size_t i = 0; i < CPU_SETSIZE && tried < CANDIDATES; i++) {
        size_t cpu = (first + i) % CPU_SETSIZE;
        if (!CPU_ISSET(cpu, &pin_mask) || !pin(cpu))
            continue;
        double ns = work_ns();
        if (tried++ == 0 || ns < least) {
            least = ns;
            best = cpu;
        }
    }
    (void)pin(best);
}
#else
void pin_here(void) {
}
#endif
