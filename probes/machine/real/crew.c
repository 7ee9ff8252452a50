/* crew.c - threads that are made once, pinned, and sleep while they have nothing to do: what sleeps
   disturbs nobody, and what is there need not be waited for. */
#include "crew.h"

#include "../parallel.h"
#include "clock.h"
#include "mask.h"

#include <pthread.h>

/* Not what a limit of memory has no room for a hundred times. */
enum { STACK_BYTES = 256 << 10 };

static struct member {
    bool exists, there;        /* there: where it has to be */
    const struct order *order; /* NULL: none */
} crew[CPUS_MOST + 1][CREW_EACH];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ordered = PTHREAD_COND_INITIALIZER, done = PTHREAD_COND_INITIALIZER;
static size_t busy;

static void obey(struct member *member) {
    while (member->order == NULL)
        pthread_cond_wait(&ordered, &lock);
    const struct order *order = member->order;
    pthread_mutex_unlock(&lock);
    order->run(order->with);
    pthread_mutex_lock(&lock);
    member->order = NULL;
    if (--busy == 0)
        pthread_cond_signal(&done);
}

/* Who is made here is where its maker is, which may be pinned. */
static bool settle(size_t number) {
    if (number % CREW_EACH < CREW_PINNED)
        return mask_pin(number / CREW_EACH);
    mask_unpin();
    return true;
}

static void *serve(void *with) {
    struct member *member = with;
    bool there = settle((size_t)(member - crew[0]));
    pthread_mutex_lock(&lock);
    member->there = there;
    busy--;
    pthread_cond_signal(&done);
    while (there) /* until the process ends */
        obey(member);
    pthread_mutex_unlock(&lock);
    return NULL;
}

static bool enlist(struct member *member) {
    pthread_t thread;
    pthread_attr_t small;
    if (member->exists)
        return member->there;
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
    return member->there;
}

bool crew_gather(const struct order *orders, size_t count) {
    bool all = true;
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < count && all; i++)
        all = orders[i].cpu <= CPUS_MOST && enlist(&crew[orders[i].cpu][orders[i].which]);
    pthread_mutex_unlock(&lock);
    return all;
}

double crew_begin_ns(size_t count) {
    return clock_ns() + 1e5 + 3e3 * (double)count;
}

void crew_await(double begin_ns) {
    while (clock_ns() < begin_ns)
        continue;
}

void crew_run(const struct order *orders, size_t count) {
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < count; i++)
        crew[orders[i].cpu][orders[i].which].order = &orders[i];
    busy = count;
    pthread_cond_broadcast(&ordered);
    while (busy > 0)
        pthread_cond_wait(&done, &lock);
    pthread_mutex_unlock(&lock);
}
