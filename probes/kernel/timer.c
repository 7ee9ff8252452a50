/* timer.c - times a candidate in its context, by as many calls as the clock needs (Whaley &
   Castaldo 2 to 5).  Fails if the clock is too coarse for as many calls as there may be.

   Written operands are restored before each sample, so that values do not grow over many calls
   (RangeGuard); filling them also touches their pages (Page0Guard). */
#define _GNU_SOURCE
#include "timer.h"

#include "../../analysis/ascending.h"
#include "../machine/real/real.h"
#include "check.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

enum { LEAST_TRIES = 3, MOST_TRIES = 15, CALLS_MOST = 1 << 20, READINGS_LOOKED_AT = 2000 };
/* Steps of the clock in a sample, of which one is half a percent; the least number, if more calls
   are impossible; and the least time of a sample.  It spans several refreshes of memory, which come
   every few microseconds; a shorter sample would contain one or none. */
static const double SAMPLE_STEPS = 200, LEAST_STEPS = 10, SAMPLE_NS = 5e4;
/* Tries beyond LEAST_TRIES end after this time. */
static const double TRIES_NS = 3e6;

/* A clock, its smallest step, and the cost of a reading. */
struct stopwatch {
    double (*now)(void);
    double step_ns, overhead_ns;
};

struct timer {
    struct machine *machine;
    const struct kernel *kernel;
    struct context context;
    struct operand operand[OPERANDS_MOST];
    struct stopwatch watch;
    size_t calls[CANDIDATES_MOST]; /* in a sample of each candidate */
};

/* ---- clocks ---- */

static double process_ns(void) {
#ifdef CLOCK_PROCESS_CPUTIME_ID
    struct timespec now = {0, 0};
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
#else
    return (double)clock() * (1e9 / CLOCKS_PER_SEC);
#endif
}

/* A precise clock advances at each reading; a clock that counts ticks advances rarely. */
static struct stopwatch watch_process(void) {
    struct stopwatch watch = {process_ns, NOT_MEASURED, NOT_MEASURED};
    double last = process_ns();
    for (size_t i = 0; i < READINGS_LOOKED_AT; i++) {
        double ns = process_ns(), step = ns - last;
        watch.overhead_ns = fmin(watch.overhead_ns, step);
        watch.step_ns = step > 0 ? fmin(watch.step_ns, step) : watch.step_ns;
        last = ns;
    }
    return watch;
}

static struct stopwatch watch_wall(struct machine *machine) {
    return (struct stopwatch){clock_ns, machine_resolution_ns(machine), clock_overhead_ns()};
}

/* ---- samples ---- */

/* Fills the sets in the order of calls, so that the first operands are evicted at the end. */
static void fill_sets(struct timer *timer, size_t number) {
    const struct kernel_operand *operand = &timer->kernel->operand[number];
    const struct area *area = &timer->context.area[number];
    for (size_t call = 0; call < area->sets; call++)
        kernel_fill(operand, area->pages.base + context_offset(&timer->context, number, call));
}

static void restore(struct timer *timer, bool all) {
    for (size_t i = 0; i < timer->kernel->operands; i++)
        if (all || timer->kernel->operand[i].written)
            fill_sets(timer, i);
}

static void call_once(struct timer *timer, size_t candidate, size_t call) {
    void *at[OPERANDS_MOST];
    for (size_t i = 0; i < timer->kernel->operands; i++)
        at[i] = timer->context.area[i].pages.base + context_offset(&timer->context, i, call);
    timer->kernel->call(candidate, at);
}

static double sample_once(struct timer *timer, size_t candidate) {
    size_t calls = timer->calls[candidate];
    context_place(&timer->context, calls);
    double begin_ns = timer->watch.now();
    for (size_t call = 0; call < calls; call++)
        call_once(timer, candidate, call);
    double ns = timer->watch.now() - begin_ns - timer->watch.overhead_ns;
    timer->context.first += calls;
    return fmax(ns, 0) / (double)calls;
}

double timer_sample(struct timer *timer, size_t candidate) {
    double ns[MOST_TRIES], begin_ns = clock_ns();
    size_t tries = 0;
    do {
        restore(timer, false);
        ns[tries++] = sample_once(timer, candidate);
    } while (tries < LEAST_TRIES || (tries < MOST_TRIES && clock_ns() - begin_ns < TRIES_NS));
    qsort(ns, tries, sizeof *ns, ascending);
    return ns[timer->kernel->cpu_time ? tries / 2 : 0];
}

/* ---- opening ---- */

/* Returns the ns of a sample, after one that loads the code (InstLdGuard). */
static double total_ns(struct timer *timer, size_t candidate) {
    (void)timer_sample(timer, candidate);
    return timer_sample(timer, candidate) * (double)timer->calls[candidate];
}

static double enough_ns(const struct timer *timer) {
    return fmax(SAMPLE_NS, SAMPLE_STEPS * timer->watch.step_ns);
}

bool timer_sees_a_call(struct timer *timer, size_t candidate) {
    return total_ns(timer, candidate) >= enough_ns(timer);
}

bool timer_grow(struct timer *timer, size_t candidate) {
    size_t *calls = &timer->calls[candidate], most = context_calls(&timer->context);
    double ns = total_ns(timer, candidate);
    while (ns < enough_ns(timer) && *calls < CALLS_MOST && 2 * *calls <= most) {
        *calls *= 2;
        ns = total_ns(timer, candidate);
    }
    return ns >= LEAST_STEPS * timer->watch.step_ns;
}

static const char *open_context(struct timer *timer, bool many) {
    timer->context = (struct context){
        .machine = timer->machine,
        .operand = timer->operand,
        .operands = timer->kernel->operands,
        .cpus = timer->kernel->cpus,
        .align = timer->kernel->misalign > timer->kernel->align ? timer->kernel->align : 0};
    const char *why = context_open(&timer->context, many);
    if (why == NULL)
        restore(timer, true);
    return why;
}

const char *timer_open(struct machine *machine, const struct kernel *kernel, bool many,
                       struct timer **timer) {
    *timer = calloc(1, sizeof **timer);
    if (*timer == NULL)
        return "no memory";
    (*timer)->machine = machine;
    (*timer)->kernel = kernel;
    for (size_t i = 0; i < kernel->candidates; i++)
        (*timer)->calls[i] = 1;
    (*timer)->watch = kernel->cpu_time ? watch_process() : watch_wall(machine);
    for (size_t i = 0; i < kernel->operands; i++)
        (*timer)->operand[i] = kernel->operand[i].where;
    if (!is_measured((*timer)->watch.step_ns))
        return "the clock of CPU time does not advance";
    return open_context(*timer, many);
}

void timer_close(struct timer *timer) {
    if (timer != NULL)
        context_close(&timer->context);
    free(timer);
}
