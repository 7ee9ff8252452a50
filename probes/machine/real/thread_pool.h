/* thread_pool.h - threads, pinned or placed by the scheduler, that wait for jobs. */
#ifndef THREAD_POOL_H
#define THREAD_POOL_H

#include <stdbool.h>
#include <stddef.h>

/* Each CPU has two pinned threads.  As many others are unpinned; `cpu' is then only a part of the
   thread's number. */
enum { POOL_PINNED = 2, POOL_PER_CPU = 4 };

/* The task of one thread. */
struct pool_job {
    size_t cpu, which; /* from POOL_PINNED on: not pinned */
    void (*run)(void *with);
    void *with;
};

/* Creates the threads of COUNT jobs that do not exist yet.  Returns false if one cannot be created
   or pinned. */
bool pool_prepare(const struct pool_job *jobs, size_t count);

/* pool_start_ns returns the time by which COUNT threads that are started now are all running.
   pool_wait_until spins until a time. */
double pool_start_ns(size_t count);
void pool_wait_until(double begin_ns);

/* Runs COUNT prepared jobs at once, and waits until all are done. */
void pool_run(const struct pool_job *jobs, size_t count);

#endif
