/* kernel.h - the user's own kernels, timed in the context in which they will be called (Whaley &
   Castaldo).

   configure writes a struct kernel for each: its candidates, which all have the same prototype, and
   how to call them. */
#ifndef KERNEL_H
#define KERNEL_H

#include "../machine/sweep.h"
#include "context.h"

#include <math.h>
#include <stdint.h>

/* The most candidates, each a column of the table; and the bytes that limit alignment and
   misalignment. */
enum { CANDIDATES_MOST = 40, ALIGN_MOST = 4096 };

struct kernel_operand {
    struct operand where;
    bool written; /* candidates' results there are compared */
    void (*fill)(void *at, size_t i, double unit);
    double (*value)(const void *at, size_t i);
};

struct kernel {
    const char *name;
    const struct kernel_operand *operand;
    size_t operands;
    const char *const *candidate; /* names */
    const int *const *compiled;   /* 0: the candidate did not compile, or could not be linked */
    size_t candidates;
    double (*call)(size_t candidate, void *const *at); /* its result, or 0; AT: its operands */
    double tolerance;                                  /* relative */
    size_t align, misalign;                            /* bytes; 0: not given */
    size_t cpus;   /* on which it runs; with more than one it has threads of its own */
    bool cpu_time; /* measure CPU time of the process instead of wall-clock time */
};

/* Defines the functions of an operand NAME of a C type.  Integers get larger values, since a
   fraction would be 0. */
#define KERNEL_OPERAND(name, type)                                                                 \
    static void fill_##name(void *at, size_t i, double unit) {                                     \
        ((type *)at)[i] = (type)((type)0.5 != 0 ? unit : 100 * fabs(unit));                        \
    }                                                                                              \
    static double value_##name(const void *at, size_t i) {                                         \
        return (double)((const type *)at)[i];                                                      \
    }

/* The sweep of KERNEL: a row for each round, with the ns of each candidate that returns the first
   one's results.  Returns NULL, or why it cannot measure. */
const char *kernel_sweep(struct machine *machine, const struct kernel *kernel, FILE *out);

#endif
