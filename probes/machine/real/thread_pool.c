/* thread_pool.c - threads that are made once, pinned, and sleep while they have nothing to do: what
   sleeps disturbs nobody, and what is there need not be waited for. */
#include "thread_pool.h"

#include "../parallel.h"
#include "clock.h"
#include "mask.h"

#include <pthread.h>

/* Not what a limit of memory has no room for a hundred times. */
enum { STACK_BYTES = 256 << 10 };

static struct pool_thread {
    bool exists, there;         /* there: where it has to be */
    const struct pool_job *job; /* NULL: none */
} pool[CPUS_MOST + 1][POOL_PER_CPU];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t posted = PTHREAD_COND_INITIALIZER, done = PTHREAD_COND_INITIALIZER;
static size_t jobs_left;

static void run_job(struct pool_thread *thread_of_pool) {
    while (thread_of_pool->job == NULL)
        pthread_cond_wait(&posted, &lock);
    const struct pool_job *job = thread_of_pool->job;
    pthread_mutex_unlock(&lock);
    job->run(job->with);
    pthread_mutex_lock(&lock);
    thread_of_pool->job = NULL;
    if (--jobs_left == 0)
        pthread_cond_signal(&done);
}

/* Who is made here is where its maker is, which may be pinned. */
static bool pin_itself(size_t number) {
    if (number % POOL_PER_CPU < POOL_PINNED)
        return mask_pin(number / POOL_PER_CPU);
    mask_unpin();
    return true;
}

static void *serve(void *with) {
    struct pool_thread *thread_of_pool = with;
    bool there = pin_itself((size_t)(thread_of_pool - pool[0]));
    pthread_mutex_lock(&lock);
    thread_of_pool->there = there;
    jobs_left--;
    pthread_cond_signal(&done);
    while (there) /* until the process ends */
        run_job(thread_of_pool);
    pthread_mutex_unlock(&lock);
    return NULL;
}

static bool start_worker(struct pool_thread *thread_of_pool) {
    pthread_t thread;
    pthread_attr_t small;
    if (thread_of_pool->exists)
        return thread_of_pool->there;
    jobs_left++;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, STACK_BYTES);
    thread_of_pool->exists = pthread_create(&thread, &small, serve, thread_of_pool) == 0;
    pthread_attr_destroy(&small);
    if (!thread_of_pool->exists) {
        jobs_left--;
        return false;
    }
    pthread_detach(thread);
    while (jobs_left > 0)
        pthread_cond_wait(&done, &lock);
    return thread_of_pool->there;
}

bool pool_prepare(const struct pool_job *jobs, size_t count) {
    bool all = true;
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < count && all; i++)
        all = jobs[i].cpu <= CPUS_MOST && start_worker(&pool[jobs[i].cpu][jobs[i].which]);
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
    jobs_left = count;
    pthread_cond_broadcast(&posted);
    while (jobs_left > 0)
        pthread_cond_wait(&done, &lock);
    pthread_mutex_unlock(&lock);
}
