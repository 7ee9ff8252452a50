/* check.h - do the candidates of a kernel agree? */
#ifndef KERNEL_CHECK_H
#define KERNEL_CHECK_H

#include "kernel.h"

/* Why CANDIDATE is out, or NULL: it is called in a process of its own, twice, with other values
   around its operands and below its frame.  RESULTS: what it returns and what it leaves in written
   operands, kernel_results of them. */
const char *kernel_try(const struct kernel *kernel, size_t candidate, double *results);
size_t kernel_results(const struct kernel *kernel);

/* Are all of COUNT results within the kernel's tolerance of what is expected, by the largest of
   each operand? */
bool kernel_agrees(const struct kernel *kernel, const double *results, const double *expected);

/* Fills an operand's elements, which begin at AT, always alike: from -1 to 1, no small ones, and of
   both signs, so that sums stay small (RangeGuard). */
void kernel_fill(const struct kernel_operand *operand, unsigned char *at);

#endif
