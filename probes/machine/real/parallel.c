/* parallel.c - lets pinned threads work at the same time, and times each piece of it. */
#define _GNU_SOURCE
#include "../parallel.h"

#include "../../../analysis/ascending.h"
#include "mask.h"
#include "real.h"
#include "thread_pool.h"
#include "walk.h"
#include "workload.h"

#include <math.h>
#include <stdlib.h>

size_t parallel_cpus(struct machine *machine) {
    (void)machine;
    size_t cpus = mask_count();
    return cpus < CPUS_MOST ? cpus : CPUS_MOST;
}

double parallel_quota(struct machine *machine) {
    (void)machine;
    return mask_quota();
}

/* ---- workers ---- */

enum { PIECES = 128 };

struct task {
    struct worker *worker;
    size_t rounds; /* of a piece */
    double begin_ns, end_ns;
};

static void chase(struct worker *worker, size_t loads) {
    worker->chain->at = walk(worker->chain->at, loads);
}

/* Walks a chain once, to cache it. */
static void prepare(const struct task *task) {
    if (task->worker->workload == WORKLOAD_CHASE)
        chase(task->worker, task->worker->chain->count);
}

static void do_piece(const struct task *task) {
    if (task->worker->workload == WORKLOAD_CHASE)
        chase(task->worker, task->worker->loads);
    else
        workload_run(task->worker->workload, task->rounds);
}

/* A beginning that is later than this part of the span leaves others alone for too long. */
static const double LATE = 0.25;

static double late_ns(const struct task *task) {
    double late = clock_ns() - task->begin_ns;
    return late > LATE * (task->end_ns - task->begin_ns) ? late : 0;
}

/* The time of a piece is the median of all pieces, few of which are interrupted.  The time that all
   pieces at that median do not account for was lost to other threads, as that before a late
   beginning was. */
static void run_task(void *with) {
    struct task *task = with;
    double piece[PIECES], last = 0;
    size_t pieces = 0, all = 0;
    pool_wait_until(task->begin_ns);
    double late = late_ns(task);
    prepare(task);
    double begin_ns = clock_ns();
    for (double now = begin_ns; now < task->end_ns; now = last) {
        do_piece(task);
        last = clock_ns();
        piece[pieces] = last - now;
        pieces += pieces + 1 < PIECES;
        all++;
    }
    qsort(piece, pieces, sizeof *piece, ascending);
    task->worker->ns = pieces > 0 ? piece[pieces / 2] : NOT_MEASURED;
    task->worker->share =
        pieces > 0 ? fmin((double)all * piece[pieces / 2] / (last - begin_ns + late), 1) : 0;
}

bool parallel_run(struct machine *machine, struct worker *worker, size_t count, double span_ns) {
    static struct task task[CPUS_MOST];
    static struct pool_job job[CPUS_MOST];
    size_t rounds = workload_rounds(machine);
    for (size_t i = 0; i < count; i++)
        job[i] = (struct pool_job){worker[i].cpu, 0, run_task, &task[i]};
    if (!pool_prepare(job, count))
        return false;
    double begin_ns = pool_start_ns(count);
    for (size_t i = 0; i < count; i++)
        task[i] = (struct task){&worker[i], rounds, begin_ns, begin_ns + span_ns};
    pool_run(job, count);
    return true;
}
