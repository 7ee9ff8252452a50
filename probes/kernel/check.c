/* check.c - is a candidate any good?  It is somebody's code: it may write where it should not,
   never return, crash, or give what happens to lie around. */
#define _GNU_SOURCE
#include "check.h"

#include "../samples/order.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef MAP_ANONYMOUS
#define MAP_ANONYMOUS MAP_ANON
#endif

/* On either side of an operand, more than it may be misaligned by; and below the stack's end. */
enum { GUARD = ALIGN_MOST, STACK_SMEARED = 32 << 10, TRIES = 2, TRY_SECONDS = 2 };
enum { FINE, NO_ROOM = 3, OUTSIDE };

/* ---- operands ---- */

static double unit_value(struct dice *dice) {
    double unit = 0.5 + (double)dice_below(dice, 1 << 20) / (1 << 21);
    return dice_below(dice, 2) > 0 ? unit : -unit;
}

void kernel_fill(const struct kernel_operand *operand, unsigned char *at) {
    struct dice dice = {20091127};
    for (size_t i = 0; i < operand->where.count; i++)
        operand->fill(at, i * operand->where.stride, unit_value(&dice));
}

size_t kernel_results(const struct kernel *kernel) {
    size_t results = 1;
    for (size_t i = 0; i < kernel->operands; i++)
        results += kernel->operand[i].written ? kernel->operand[i].where.count : 0;
    return results;
}

static size_t operand_bytes(const struct kernel_operand *operand) {
    return operand->where.bytes * operand->where.stride * operand->where.count;
}

/* ---- one process ---- */

/* What lies around an operand, another byte each time. */
static unsigned char *surround(const struct kernel_operand *operand, size_t try, size_t align) {
    size_t bytes = operand_bytes(operand);
    unsigned char *room = malloc(bytes + 4 * GUARD);
    if (room == NULL)
        return NULL;
    unsigned char *at = room + GUARD;
    at += (GUARD - (uintptr_t)at % GUARD) % GUARD + align;
    memset(room, try == 0 ? 0 : 0xff, bytes + 4 * GUARD);
    kernel_fill(operand, at);
    return at;
}

static bool is_surrounded(const struct kernel_operand *operand, const unsigned char *at,
                          size_t try) {
    unsigned char byte = try == 0 ? 0 : 0xff;
    size_t bytes = operand_bytes(operand);
    bool intact = true;
    for (size_t i = 1; i <= GUARD; i++)
        intact = intact && at[-(ptrdiff_t)i] == byte && at[bytes + i - 1] == byte;
    return intact;
}

static void smear(size_t try) {
    volatile unsigned char stack[STACK_SMEARED];
    for (size_t i = 0; i < sizeof stack; i++)
        stack[i] = try == 0 ? 0 : 0xff;
}

static void note_results(const struct kernel *kernel, void *const *at, double *results) {
    size_t noted = 1;
    for (size_t i = 0; i < kernel->operands; i++)
        for (size_t j = 0; j < kernel->operand[i].where.count && kernel->operand[i].written; j++)
            results[noted++] = kernel->operand[i].value(at[i], j * kernel->operand[i].where.stride);
}

static int try_once(const struct kernel *kernel, size_t candidate, size_t try, double *results) {
    void *at[OPERANDS_MOST] = {NULL};
    for (size_t i = 0; i < kernel->operands; i++)
        if ((at[i] = surround(&kernel->operand[i], try, kernel->align)) == NULL)
            return NO_ROOM;
    smear(try);
    results[0] = kernel->call(candidate, at);
    note_results(kernel, at, results);
    for (size_t i = 0; i < kernel->operands; i++)
        if (!is_surrounded(&kernel->operand[i], at[i], try))
            return OUTSIDE;
    return FINE;
}

static void try_all(const struct kernel *kernel, size_t candidate, double *results) {
    int status = FINE;
    signal(SIGALRM, SIG_DFL);
    alarm(TRY_SECONDS);
    for (size_t try = 0; try < TRIES && status == FINE; try++)
        status = try_once(kernel, candidate, try, results + try * kernel_results(kernel));
    _exit(status);
}

/* ---- judging ---- */

static const char *why_out(int status) {
    if (WIFSIGNALED(status))
        return WTERMSIG(status) == SIGALRM ? "never comes back" : "crashes";
    switch (WEXITSTATUS(status)) {
    case FINE:
        return NULL;
    case NO_ROOM:
        return "no memory to try it";
    case OUTSIDE:
        return "writes outside its operands";
    default:
        return "ends the process";
    }
}

/* Where both are the same infinity or no number they agree. */
static bool are_near(double a, double b, double most, double tolerance) {
    return a == b || (isnan(a) && isnan(b)) || fabs(a - b) <= tolerance * most;
}

static bool group_agrees(const double *results, const double *expected, size_t count,
                         double tolerance) {
    double most = 0;
    bool agrees = true;
    for (size_t i = 0; i < count; i++)
        most = isfinite(expected[i]) ? fmax(most, fabs(expected[i])) : most;
    for (size_t i = 0; i < count; i++)
        agrees = agrees && are_near(results[i], expected[i], most, tolerance);
    return agrees;
}

bool kernel_agrees(const struct kernel *kernel, const double *results, const double *expected) {
    size_t at = 1;
    bool agrees = group_agrees(results, expected, 1, kernel->tolerance);
    for (size_t i = 0; i < kernel->operands && agrees; i++) {
        size_t count = kernel->operand[i].written ? kernel->operand[i].where.count : 0;
        agrees = group_agrees(results + at, expected + at, count, kernel->tolerance);
        at += count;
    }
    return agrees;
}

/* Waits for the process that does it. */
static const char *judge(const struct kernel *kernel, pid_t process, const double *shared) {
    int status = 0;
    if (process < 0 || waitpid(process, &status, 0) != process)
        return "no process to try it";
    const char *why = why_out(status);
    if (why == NULL && !kernel_agrees(kernel, shared + kernel_results(kernel), shared))
        why = "gives other results each time";
    return why;
}

const char *kernel_try(const struct kernel *kernel, size_t candidate, double *results) {
    size_t count = kernel_results(kernel), bytes = TRIES * count * sizeof *results;
    double *shared = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        return "no memory to try it";
    pid_t process = fork();
    if (process == 0)
        try_all(kernel, candidate, shared);
    const char *why = judge(kernel, process, shared);
    memcpy(results, shared, count * sizeof *results);
    munmap(shared, bytes);
    return why;
}
