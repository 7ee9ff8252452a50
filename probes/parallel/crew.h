/* crew.h - a thread on each CPU, which wait for orders. */
#ifndef PARALLEL_CREW_H
#define PARALLEL_CREW_H

#include <stdbool.h>
#include <stddef.h>

/* What one of them is to do. */
struct order {
    size_t cpu, second; /* second: 1 for another thread on that CPU, or 0 */
    void (*run)(void *with);
    void *with;
};

/* Makes the threads that there are none of yet.  Returns false where one cannot be had or cannot be
   pinned. */
bool crew_gather(const struct order *orders, size_t count);

/* The time of the clock, in ns, by which so many that are ordered now are all there; and waits for
   it, awake. */
double crew_begin_ns(size_t count);
void crew_await(double begin_ns);

/* Has all that are ordered, which are gathered, run at once, and waits until they are done. */
void crew_run(const struct order *orders, size_t count);

#endif
