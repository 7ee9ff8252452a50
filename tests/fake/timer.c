/* timer.c - the timer of a fake tree: candidates are called as ever, and cost so many ns each as
   their places in the list say; the last is the fastest, by a tenth. */
#include "timer.h"
#include "../machine/real/real.h"
#include "binding.h"
#include <stdlib.h>
#include <time.h>
struct timer {
    const struct kernel *kernel;
};
const char *timer_open(struct machine *machine, const struct kernel *kernel, bool many,
                       struct timer **timer) {
    (void)machine;
    (void)many;
    *timer = malloc(sizeof **timer);
    (*timer)->kernel = kernel;
    return NULL;
}
void timer_close(struct timer *timer) {
    free(timer);
}
bool timer_sees_a_call(struct timer *timer, size_t candidate) {
    (void)timer;
    (void)candidate;
    return true;
}
bool timer_grow(struct timer *timer, size_t candidate) {
    (void)timer;
    (void)candidate;
    return true;
}
/* Called where its operands may be anything, as they may be while it is timed. */
double timer_sample(struct timer *timer, size_t candidate) {
    static double room[OPERANDS_MOST][4096];
    void *at[OPERANDS_MOST];
    for (size_t i = 0; i < OPERANDS_MOST; i++)
        at[i] = room[i] + 1024;
    timer->kernel->call(candidate, at);
#ifdef FAKE_NOISE /* as much again at random, through which only the last of three shows at once   \
                   */
    static const double ns[] = {100, 90, 10};
    static unsigned noise = 1;
    noise = (noise + (unsigned)candidate) * 1664525u + 1013904223u;
    return ns[candidate] * (1 + (noise >> 8) / 16777216.0);
#else
    return 100 - 2 * (double)candidate;
#endif
}
double clock_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}
double machine_age_ns(const struct machine *machine) {
    (void)machine;
    return 0;
}
bool cpus_spread(struct machine *machine, size_t count) {
    (void)machine;
    return count <= 2;
}
