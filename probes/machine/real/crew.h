/* crew.h - threads on each CPU, or wherever the system likes them, which wait for orders. */
#ifndef CREW_H
#define CREW_H

#include <stdbool.h>
#include <stddef.h>

/* Two threads are pinned to each CPU; and as many are not, of which `cpu' is no more than a part of
   the number. */
enum { CREW_PINNED = 2, CREW_EACH = 4 };

/* What one of them is to do. */
struct order {
    size_t cpu, which; /* from CREW_PINNED on: not pinned */
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
