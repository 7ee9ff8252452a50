/* check.c - rejects wrong candidates, by calls in a separate process.  A candidate is foreign code:
   it may write outside its operands, never return, crash, or return values that it never
   initialised. */
#define _GNU_SOURCE
#include "check.h"

#include "../common/order.h"
#include "process.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#ifndef MAP_ANONYMOUS
#define MAP_ANONYMOUS MAP_ANON
#endif

/* Guard bytes on either side of an operand, more than it may be misaligned by; bytes of the stack
   that are overwritten before a call; and calls of each candidate. */
enum { GUARD = ALIGN_MOST, STACK_SMEARED = 32 << 10, TRIES = 2 };

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

/* ---- one try ---- */

/* Allocates an operand between guard bytes, whose value changes with each try. */
static unsigned char *surround(const struct kernel_operand *operand, size_t try, size_t align) {
    size_t bytes = operand_bytes(operand);
    unsigned char *room = malloc(bytes + 4 * GUARD);
    if (room == NULL)
        return NULL;
    unsigned char *at = room + GUARD;
    at += (GUARD - (uintptr_t)at % GUARD) % GUARD + align;
    memset(room, try % 2 == 0 ? 0 : 0xff, bytes + 4 * GUARD);
    kernel_fill(operand, at);
    return at;
}

static bool is_surrounded(const struct kernel_operand *operand, const unsigned char *at,
                          size_t try) {
    unsigned char byte = try % 2 == 0 ? 0 : 0xff;
    size_t bytes = operand_bytes(operand);
    bool intact = true;
    for (size_t i = 1; i <= GUARD; i++)
        intact = intact && at[-(ptrdiff_t)i] == byte && at[bytes + i - 1] == byte;
    return intact;
}

static void smear(size_t try) {
    volatile unsigned char stack[STACK_SMEARED];
    for (size_t i = 0; i < sizeof stack; i++)
        stack[i] = try % 2 == 0 ? 0 : 0xff;
}

static void note_results(const struct kernel *kernel, void *const *at, double *results) {
    size_t noted = 1;
    for (size_t i = 0; i < kernel->operands; i++)
        for (size_t j = 0; j < kernel->operand[i].where.count && kernel->operand[i].written; j++)
            results[noted++] = kernel->operand[i].value(at[i], j * kernel->operand[i].where.stride);
}

/* Returns whether the call left the guard bytes and the const operands unchanged. */
static enum tried is_all_left(const struct kernel *kernel, void *const *at, size_t try) {
    for (size_t i = 0; i < kernel->operands; i++) {
        if (!is_surrounded(&kernel->operand[i], at[i], try))
            return TRIED_OUTSIDE;
        if (kernel->operand[i].written)
            continue;
        unsigned char *fresh = surround(&kernel->operand[i], try, kernel->align);
        if (fresh == NULL)
            return TRIED_NO_ROOM;
        if (memcmp(fresh, at[i], operand_bytes(&kernel->operand[i])) != 0)
            return TRIED_CONST;
    }
    return TRIED_FINE;
}

enum tried kernel_call(const struct kernel *kernel, size_t candidate, size_t try, double *results) {
    void *at[OPERANDS_MOST] = {NULL};
    for (size_t i = 0; i < kernel->operands; i++)
        if ((at[i] = surround(&kernel->operand[i], try, kernel->align)) == NULL)
            return TRIED_NO_ROOM;
    smear(try);
    results[0] = kernel->call(candidate, at);
    note_results(kernel, at, results);
    return is_all_left(kernel, at, try);
}

const char *kernel_why(enum tried tried) {
    static const char *const why[] = {NULL, "no memory to try it", "writes outside its operands",
                                      "writes to an operand that is const"};
    return why[tried];
}

/* ---- comparing results ---- */

/* Two equal infinities agree, and so do two NaNs. */
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

/* ---- the process ---- */

struct trial {
    const struct kernel *kernel;
    size_t candidate;
    double *results; /* of each call, shared with the process */
};

double *kernel_share(size_t count) {
    double *shared = mmap(NULL, count * sizeof *shared, PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return shared != MAP_FAILED ? shared : NULL;
}

void kernel_unshare(double *shared, size_t count) {
    munmap(shared, count * sizeof *shared);
}

/* Calls the candidate TRIES times. */
static double try_all(void *with, char question) {
    const struct trial *trial = with;
    enum tried tried = TRIED_FINE;
    (void)question;
    for (size_t try = 0; try < TRIES && tried == TRIED_FINE; try++)
        tried = kernel_call(trial->kernel, trial->candidate, try,
                            trial->results + try * kernel_results(trial->kernel));
    return (double)tried;
}

static const char *judge(const struct trial *trial, double seconds) {
    const double *second = trial->results + kernel_results(trial->kernel);
    struct process process;
    double tried = TRIED_FINE;
    const char *why = process_open(&process, try_all, (void *)(uintptr_t)trial);
    if (why == NULL)
        why = process_ask(&process, 't', seconds, &tried);
    if (why == NULL)
        why = kernel_why((enum tried)tried);
    if (why == NULL && !kernel_agrees(trial->kernel, second, trial->results))
        why = "gives other results each time";
    process_close(&process);
    return why;
}

const char *kernel_try(const struct kernel *kernel, size_t candidate, double seconds,
                       double *results) {
    size_t count = kernel_results(kernel);
    struct trial trial = {kernel, candidate, kernel_share(TRIES * count)};
    if (trial.results == NULL)
        return "no memory to try it";
    const char *why = judge(&trial, seconds);
    memcpy(results, trial.results, count * sizeof *results);
    kernel_unshare(trial.results, TRIES * count);
    return why;
}
