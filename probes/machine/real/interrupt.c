/* interrupt.c - measures for how long threads run and wait with two of them for each CPU, by jumps
   of the clock (BlackjackBench 3.6). */
#include "../interrupt.h"
#include "mask.h"
#include "real.h"
#include "thread_pool.h"

enum { MOST_WATCHES = 2 * CPUS_MOST };

struct watch {
    struct interruption *interruption;
    size_t thread, most, count;
    double begin_ns, span_ns, least_ns;
};

static void note(struct watch *watch, double run_ns, double gap_ns) {
    if (watch->count < watch->most)
        watch->interruption[watch->count++] = (struct interruption){watch->thread, run_ns, gap_ns};
}

/* An interruption that began before the span, or ends after it, is incomplete and not stored. */
static void watch_clock(void *with) {
    struct watch *watch = with;
    pool_wait_until(watch->begin_ns);
    double last = clock_ns(), begin = last, end = watch->begin_ns + watch->span_ns;
    for (double now = last; now < end; now = clock_ns()) {
        if (now - last > watch->least_ns) {
            note(watch, last - begin, now - last);
            begin = now;
        }
        last = now;
    }
}

static size_t gather(const struct watch *watch, size_t threads, struct interruption *all) {
    size_t count = 0;
    for (size_t i = 0; i < threads; i++)
        for (size_t j = 0; j < watch[i].count; j++)
            all[count++] = watch[i].interruption[j];
    return count;
}

/* Prepares two threads for each of CPUS, from number WHICH of each CPU's on. */
static bool assign(struct pool_job *job, struct watch *watch, size_t cpus, size_t which) {
    if (cpus > CPUS_MOST)
        return false;
    for (size_t i = 0; i < 2 * cpus; i++)
        job[i] = (struct pool_job){i / 2, which + i % 2, watch_clock, &watch[i]};
    return pool_prepare(job, 2 * cpus);
}

/* Two threads on each of COUNT CPUs, or, if they cannot be pinned, twice as many as there are CPUs.
   Unpinned, the scheduler may put more or fewer than two on a CPU; then they do not wait as long as
   they run, which analysis/cpus/slice.c checks. */
static size_t assign_any(struct pool_job *job, struct watch *watch, size_t count) {
    if (assign(job, watch, count, 0))
        return 2 * count;
    return assign(job, watch, mask_count(), POOL_PINNED) ? 2 * mask_count() : 0;
}

size_t parallel_interrupt(struct machine *machine, size_t count, double span_ns, double least_ns,
                          struct interruption *interruption, size_t most) {
    static struct watch watch[MOST_WATCHES];
    static struct pool_job job[MOST_WATCHES];
    size_t threads = assign_any(job, watch, count), each = threads > 0 ? most / threads : 0;
    double begin_ns = pool_start_ns(threads);
    (void)machine;
    for (size_t i = 0; i < threads; i++)
        watch[i] = (struct watch){interruption + i * each, i, each, 0, begin_ns, span_ns, least_ns};
    pool_run(job, threads);
    return gather(watch, threads, interruption);
}
