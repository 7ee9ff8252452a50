/* flushing.c - the sweep of bench/flushing: times a dot product by its number of elements, with
   operands that are flushed from all caches, and with a timer that repeats the call on the same
   operands (Whaley & Castaldo, Figures 1 and 3). */
#include "../bench/median.h"
#include "../examples/kernels/kernels.h"
#include "../probes/kernel/timer.h"
#include "../probes/machine/real/real.h"

#include <math.h>
#include <stdlib.h>

enum { REPEATS = 20, LEAST = 64, MOST = 8 << 20, STEPS = 2 /* rows in an octave */ };
/* The time of a sample of the timer that does not flush. */
static const double LONG_NS = 2e5;

KERNEL_OPERAND(X, double)
KERNEL_OPERAND(Y, double)

static size_t elements;
static double kept;

static double call(size_t candidate, void *const *at) {
    (void)candidate;
    return ddot_kernel(elements, at[0], at[1]);
}

/* Prints the median of REPEATS samples, and their median absolute deviation in per cent. */
static void print_samples(const double *ns, FILE *out) {
    double off[REPEATS], usual = median(ns, REPEATS);
    for (size_t i = 0; i < REPEATS; i++)
        off[i] = fabs(ns[i] - usual);
    fprintf(out, "\t%.5g\t%.3g", usual, 100 * median(off, REPEATS) / usual);
}

/* ---- with flushing ---- */

static const char *time_flushed(struct machine *machine, double *ns) {
    static const char *const names[] = {"ddot"};
    const struct kernel_operand operand[] = {
        {{"X", sizeof(double), elements, 1, IN_MEMORY}, false, fill_X, value_X},
        {{"Y", sizeof(double), elements, 1, IN_MEMORY}, false, fill_Y, value_Y}};
    const struct kernel kernel = {.name = "ddot",
                                  .operand = operand,
                                  .operands = 2,
                                  .candidate = names,
                                  .candidates = 1,
                                  .call = call,
                                  .cpus = 1};
    struct timer *timer;
    const char *why = timer_open(machine, &kernel, false, &timer);
    if (why == NULL && !timer_sees_a_call(timer, 0)) {
        timer_close(timer);
        why = timer_open(machine, &kernel, true, &timer);
        if (why == NULL && !timer_grow(timer, 0))
            why = "the clock is too coarse";
    }
    for (size_t i = 0; i < REPEATS && why == NULL; i++)
        ns[i] = timer_sample(timer, 0);
    timer_close(timer);
    return why;
}

/* ---- without flushing ---- */

static double repeat_calls(const double *x, const double *y, size_t calls) {
    double begin_ns = clock_ns();
    for (size_t i = 0; i < calls; i++)
        kept += ddot_kernel(elements, x, y);
    return clock_ns() - begin_ns;
}

static const char *time_unflushed(double *ns) {
    double *x = malloc(2 * elements * sizeof *x);
    size_t calls = 1;
    if (x == NULL)
        return "no memory";
    for (size_t i = 0; i < 2 * elements; i++)
        x[i] = 1 / (double)(i + 1);
    while (repeat_calls(x, x + elements, calls) < LONG_NS)
        calls *= 2;
    for (size_t i = 0; i < REPEATS; i++)
        ns[i] = repeat_calls(x, x + elements, calls) / (double)calls;
    free(x);
    return NULL;
}

/* ---- the table ---- */

static const char *print_row(struct machine *machine, FILE *out) {
    double flushed[REPEATS], unflushed[REPEATS];
    const char *why = time_flushed(machine, flushed);
    if (why == NULL)
        why = time_unflushed(unflushed);
    if (why != NULL)
        return why;
    fprintf(out, "%zu", elements);
    print_samples(unflushed, out);
    print_samples(flushed, out);
    fputc('\n', out);
    return NULL;
}

const char *sweep_flushing(struct machine *machine, FILE *out);
const char *sweep_flushing(struct machine *machine, FILE *out) {
    const char *why = NULL;
    fprintf(out, "# sweep: flushing\n# columns: elements unflushed_ns mad_pc flushed_ns mad_pc\n");
    for (int step = 0; why == NULL; step++) {
        elements = (size_t)(LEAST * exp2((double)step / STEPS));
        if (elements > MOST)
            break;
        why = print_row(machine, out);
    }
    fprintf(out, "# %g\n", kept); /* printed so that the compiler cannot drop the calls */
    return why;
}
