/* interrupt.c - how long threads run, and how long they wait, where there are two for a CPU. */
#include "../harness/real.h"
#include "crew.h"
#include "parallel.h"

#include <stdlib.h>

struct watch {
    struct interruption *interruption;
    size_t thread, most, count;
    double begin_ns, span_ns, least_ns;
};

static void note(struct watch *watch, double run_ns, double gap_ns) {
    if (watch->count < watch->most)
        watch->interruption[watch->count++] = (struct interruption){watch->thread, run_ns, gap_ns};
}

/* What began before the span, or would end behind it, is nothing whole. */
static void watch_clock(void *with) {
    struct watch *watch = with;
    crew_await(watch->begin_ns);
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

size_t parallel_interrupt(struct machine *machine, size_t count, double span_ns, double least_ns,
                          struct interruption *interruption, size_t most) {
    size_t threads = 2 * count, each = most / threads, found = 0;
    struct watch *watch = calloc(threads, sizeof *watch);
    struct order *order = calloc(threads, sizeof *order);
    (void)machine;
    for (size_t i = 0; watch != NULL && order != NULL && i < threads; i++)
        order[i] = (struct order){i / 2, i % 2, watch_clock, &watch[i]};
    if (watch != NULL && order != NULL && crew_gather(order, threads)) {
        double begin_ns = crew_begin_ns(threads);
        for (size_t i = 0; i < threads; i++)
            watch[i] =
                (struct watch){interruption + i * each, i, each, 0, begin_ns, span_ns, least_ns};
        crew_run(order, threads);
        found = gather(watch, threads, interruption);
    }
    free(watch);
    free(order);
    return found;
}
