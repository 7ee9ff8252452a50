/* thread_pool.c - keeps threads that are created and pinned once and sleep between jobs.  A
   sleeping thread disturbs no sample, and one that exists starts at once. */
#include "thread_pool.h"

#include "../parallel.h"
#include "clock.h"
#include "mask.h"

#include <pthread.h>

/* Small enough for a hundred threads if memory is limited. */
enum { STACK_BYTES = 256 << 10 };

static struct pool_thread {
    bool exists,
        placed; /* whether it exists, and whether it is pinned, or unpinned, as it should be */
    const struct pool_job *job; /* NULL: none */
} pool[CPUS_MOST + 1][POOL_PER_CPU];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t posted = PTHREAD_COND_INITIALIZER, done = PTHREAD_COND_INITIALIZER;
static size_t busy; /* threads that are starting or running a job */

static void run_next_job(struct pool_thread *member) {
    while (member->job == NULL)
        pthread_cond_wait(&posted, &lock);
    const struct pool_job *job = member->job;
    pthread_mutex_unlock(&lock);
    job->run(job->with);
    pthread_mutex_lock(&lock);
    member->job = NULL;
    if (--busy == 0)
        pthread_cond_signal(&done);
}

/* A new thread inherits its creator's mask, which may be a single CPU. */
static bool pin_itself(size_t number) {
    if (number % POOL_PER_CPU < POOL_PINNED)
        return mask_pin(number / POOL_PER_CPU);
    mask_unpin();
    return true;
}

static void *serve(void *with) {
    struct pool_thread *member = with;
    bool placed = pin_itself((size_t)(member - pool[0]));
    pthread_mutex_lock(&lock);
    member->placed = placed;
    busy--;
    pthread_cond_signal(&done);
    while (placed) /* runs until the process ends */
        run_next_job(member);
    pthread_mutex_unlock(&lock);
    return NULL;
}

static bool start_thread(struct pool_thread *member) {
    pthread_t thread;
    pthread_attr_t small;
    if (member->exists)
        return member->placed;
    busy++;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, STACK_BYTES);
    member->exists = pthread_create(&thread, &small, serve, member) == 0;
    pthread_attr_destroy(&small);
    if (!member->exists) {
        busy--;
        return false;
    }
    pthread_detach(thread);
    while (busy > 0)
        pthread_cond_wait(&done, &lock);
    return member->placed;
}

bool pool_prepare(const struct pool_job *jobs, size_t count) {
    bool all = true;
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < count && all; i++)
        all = jobs[i].cpu <= CPUS_MOST && start_thread(&pool[jobs[i].cpu][jobs[i].which]);
    pthread_mutex_unlock(&lock);
    return all;
}

double pool_start_ns(size_t count) {
    return clock_ns() + 1e5 + 3e3 * (double)count;
}

void pool_wait_until(double begin_ns) {
    while (clock_ns() < begin_ns)
        continue;
}

void pool_run(const struct pool_job *jobs, size_t count) {
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < count; i++)
        pool[jobs[i].cpu][jobs[i].which].job = &jobs[i];
    busy = count;
    pthread_cond_broadcast(&posted);
    while (busy > 0)
        pthread_cond_wait(&done, &lock);
    pthread_mutex_unlock(&lock);
}
