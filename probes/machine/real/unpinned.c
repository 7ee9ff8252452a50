/* unpinned.c - times threads that the scheduler places. */
#include "../unpinned.h"

#include "real.h"
#include "thread_pool.h"
#include "workload.h"

#include <math.h>
#include <stdlib.h>

/* Pieces that each thread does: a few ms, in which a scheduler notices an idle CPU. */
enum { PIECES_EACH = 256 };

struct unpinned_task {
    enum workload workload;
    size_t rounds;
    double begin_ns, end_ns;
};

static void run_task_unpinned(void *with) {
    struct unpinned_task *all = with;
    pool_wait_until(all->begin_ns);
    for (size_t i = 0; i < PIECES_EACH; i++)
        workload_run(all->workload, all->rounds);
    all->end_ns = clock_ns();
}

static double run(struct unpinned_task *each, struct pool_job *job, size_t count,
                  struct unpinned_task with) {
    double last_ns = 0;
    for (size_t i = 0; i < count; i++)
        job[i] = (struct pool_job){i / (POOL_PER_CPU - POOL_PINNED),
                                   POOL_PINNED + i % (POOL_PER_CPU - POOL_PINNED),
                                   run_task_unpinned, &each[i]};
    if (!pool_prepare(job, count))
        return NOT_MEASURED;
    with.begin_ns = pool_start_ns(count);
    for (size_t i = 0; i < count; i++)
        each[i] = with;
    pool_run(job, count);
    for (size_t i = 0; i < count; i++)
        last_ns = fmax(last_ns, each[i].end_ns);
    return last_ns - with.begin_ns;
}

double unpinned_ns(struct machine *machine, size_t count, enum workload workload) {
    struct unpinned_task *each = calloc(count, sizeof *each);
    struct pool_job *job = calloc(count, sizeof *job);
    struct unpinned_task with = {workload, workload_rounds(machine), 0, 0};
    double ns = each != NULL && job != NULL ? run(each, job, count, with) : NOT_MEASURED;
    free(each);
    free(job);
    return ns;
}
