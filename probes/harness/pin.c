/* pin.c - stays on one CPU, so that the cache that is measured is one cache. */
#define _GNU_SOURCE
#include "real.h"

#ifdef __linux__
#include <sched.h>

/* Where the calls fail the scheduler is trusted. */
void pin_here(void) {
    static cpu_set_t allowed;
    static int asked;
    cpu_set_t one;
    if (!asked)
        asked = sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? 1 : -1;
    if (asked < 0)
        return;
    (void)sched_setaffinity(0, sizeof allowed, &allowed);
    sched_yield();
    int cpu = sched_getcpu();
    CPU_ZERO(&one);
    if (cpu >= 0 && cpu < CPU_SETSIZE && CPU_ISSET((size_t)cpu, &allowed)) {
        CPU_SET((size_t)cpu, &one);
        (void)sched_setaffinity(0, sizeof one, &one);
    }
}
#else
void pin_here(void) {
}
#endif
