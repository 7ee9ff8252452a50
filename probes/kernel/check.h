/* check.h - checks that the candidates of a kernel agree. */
#ifndef CHECK_H
#define CHECK_H

#include "kernel.h"

/* Calls CANDIDATE twice, in a separate process, with different values around its operands and below
   its frame, for at most SECONDS.  Stores what it returns, and what it leaves in written operands,
   in RESULTS, which has kernel_results elements.  Returns NULL, or why the candidate is
   rejected. */
const char *kernel_try(const struct kernel *kernel, size_t candidate, double seconds,
                       double *results);
size_t kernel_results(const struct kernel *kernel);

/* kernel_call makes one such call in this process; the bytes around the operands depend on whether
   TRY is even.  kernel_why returns the reason for its result, or NULL. */
enum tried { TRIED_FINE, TRIED_NO_ROOM, TRIED_OUTSIDE, TRIED_CONST };
enum tried kernel_call(const struct kernel *kernel, size_t candidate, size_t try, double *results);
const char *kernel_why(enum tried tried);

/* Returns COUNT numbers that this process shares with those that it starts, or NULL without memory.
 */
double *kernel_share(size_t count);
void kernel_unshare(double *shared, size_t count);

/* Returns whether all results are as expected, within the kernel's tolerance relative to the
   largest element of each operand. */
bool kernel_agrees(const struct kernel *kernel, const double *results, const double *expected);

/* Fills an operand, whose elements begin at AT, with the same values each time: from -1 to 1, none
   near 0, and of both signs, so that sums stay small (RangeGuard). */
void kernel_fill(const struct kernel_operand *operand, unsigned char *at);

#endif
