/* thread_pool.h - threads on each CPU, or wherever the system likes them, which wait for jobs. */
#ifndef THREAD_POOL_H
#define THREAD_POOL_H

#include <stdbool.h>
#include <stddef.h>

/* Two threads are pinned to each CPU; and as many are not, of which `cpu' is no more than a part of
   the number. */
enum { POOL_PINNED = 2, POOL_PER_CPU = 4 };

/* What one of them is to do. */
struct pool_job {
    size_t cpu, which; /* from POOL_PINNED on: not pinned */
    void (*run)(void *with);
    void *with;
};

/* Makes the threads that there are none of yet.  Returns false where one cannot be had or cannot be
   pinned. */
bool pool_prepare(const struct pool_job *jobs, size_t count);

/* The time of the clock, in ns, by which so many that are posted now are all there; and waits for
   it, awake. */
double pool_start_ns(size_t count);
void pool_wait_until(double begin_ns);

/* Has all that are posted, which are gathered, run at once, and waits until they are done. */
void pool_run(const struct pool_job *jobs, size_t count);

#endif
