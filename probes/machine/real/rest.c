/* rest.c - sleeps by the system's clock. */
#define _GNU_SOURCE
#include "../rest.h"

#include <math.h>
#include <time.h>

void machine_rest(struct machine *machine, double ns) {
    struct timespec rest = {(time_t)(ns / 1e9), (long)fmod(ns, 1e9)};
    (void)machine;
    nanosleep(&rest, NULL);
}
