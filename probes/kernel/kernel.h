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

/* At most this many candidates, each a column of the table; operands may be misaligned by less than
   this. */
enum { CANDIDATES_MOST = 40, ALIGN_MOST = 4096 };

struct kernel_operand {
    struct operand where;
    bool written; /* what a candidate leaves there is compared */
    void (*fill)(void *at, size_t i, double unit);
    double (*value)(const void *at, size_t i);
};

struct kernel {
    const char *name;
    const struct kernel_operand *operand;
    size_t operands;
    const char *const *candidate; /* names */
    const int *const *compiled;   /* 0: it did not compile, or could not be linked */
    size_t candidates;
    double (*call)(size_t candidate,
                   void *const *at); /* with the operands there; its result, or 0 */
    double tolerance;                /* relative */
    size_t align, misalign;          /* bytes; 0: none asked for */
    size_t cpus;   /* that it runs on, by threads of its own where it is more than one */
    bool cpu_time; /* by the time that the process had a CPU, not by the wall's */
};

/* The functions of an operand NAME of a C type.  Of integers a fraction would be 0. */
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
