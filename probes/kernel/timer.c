/* timer.c - a kernel's samples, in its context (Whaley & Castaldo 2 to 5).

   Written operands get their values back before each sample, so that nothing grows over many calls
   (RangeGuard), and what fills them touches their pages (Page0Guard). */
#include "timer.h"

#include "../harness/real.h"

#include <math.h>
#include <stdlib.h>

enum { SAMPLE_TRIES = 3, CALLS_MOST = 1 << 20 };
/* Steps of the clock in a sample: one is half a percent of it. */
static const double SAMPLE_STEPS = 200;

struct timer {
    struct machine *machine;
    const struct kernel *kernel;
    struct context context;
    struct operand operand[OPERANDS_MOST];
    size_t calls; /* in a sample */
};

/* ---- samples ---- */

/* In the order of calls: what the first ones use is far by then. */
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

double timer_sample(struct timer *timer, size_t candidate) {
    double least = HUGE_VAL;
    for (size_t try = 0; try < SAMPLE_TRIES; try++) {
        restore(timer, false);
        context_place(&timer->context, timer->calls);
        double begin_ns = clock_ns();
        for (size_t call = 0; call < timer->calls; call++)
            call_once(timer, candidate, call);
        double ns = clock_ns() - begin_ns - clock_overhead_ns();
        timer->context.first += timer->calls;
        least = fmin(least, ns / (double)timer->calls);
    }
    return fmax(least, 0);
}

/* ---- opening ---- */

static const char *open_context(struct timer *timer, bool many) {
    timer->context = (struct context){
        .machine = timer->machine,
        .operand = timer->operand,
        .operands = timer->kernel->operands,
        .align = timer->kernel->misalign > timer->kernel->align ? timer->kernel->align : 0};
    const char *why = context_open(&timer->context, many);
    if (why == NULL)
        restore(timer, true);
    return why;
}

/* More calls, until the clock sees them well. */
static void grow_calls(struct timer *timer) {
    double enough_ns = SAMPLE_STEPS * machine_resolution_ns(timer->machine);
    while (timer->calls < CALLS_MOST && 2 * timer->calls <= context_calls(&timer->context) &&
           timer_sample(timer, 0) * (double)timer->calls < enough_ns)
        timer->calls *= 2;
}

static bool sees_a_call(struct timer *timer) {
    (void)timer_sample(timer, 0);
    return timer_sample(timer, 0) >= SAMPLE_STEPS * machine_resolution_ns(timer->machine);
}

static const char *open_calls(struct timer *timer) {
    const char *why = open_context(timer, false);
    timer->calls = 1;
    if (why != NULL || sees_a_call(timer))
        return why;
    context_close(&timer->context);
    why = open_context(timer, true);
    timer->calls = 2;
    if (why == NULL)
        grow_calls(timer);
    return why;
}

const char *timer_open(struct machine *machine, const struct kernel *kernel, struct timer **timer) {
    *timer = calloc(1, sizeof **timer);
    if (*timer == NULL)
        return "no memory";
    (*timer)->machine = machine;
    (*timer)->kernel = kernel;
    for (size_t i = 0; i < kernel->operands; i++)
        (*timer)->operand[i] = kernel->operand[i].where;
    return open_calls(*timer);
}

void timer_close(struct timer *timer) {
    if (timer != NULL)
        context_close(&timer->context);
    free(timer);
}
