/* check.h - do the candidates of a kernel agree? */
#ifndef CHECK_H
#define CHECK_H

#include "kernel.h"

/* Why CANDIDATE is out, or NULL: it is called in a process of its own, twice, with other values
   around its operands and below its frame, for SECONDS at most.  RESULTS: what it returns and what
   it leaves in written operands, kernel_results of them. */
const char *kernel_try(const struct kernel *kernel, size_t candidate, double seconds,
                       double *results);
size_t kernel_results(const struct kernel *kernel);

/* One such call, in this process; what is around the operands depends on whether TRY is even. */
enum tried { TRIED_FINE, TRIED_NO_ROOM, TRIED_OUTSIDE, TRIED_CONST };
enum tried kernel_call(const struct kernel *kernel, size_t candidate, size_t try, double *results);
const char *kernel_why(enum tried tried);

/* COUNT numbers that this process shares with those that it starts; NULL: there is no memory. */
double *kernel_share(size_t count);
void kernel_unshare(double *shared, size_t count);

/* Are all of COUNT results within the kernel's tolerance of what is expected, by the largest of
   each operand? */
bool kernel_agrees(const struct kernel *kernel, const double *results, const double *expected);

/* Fills an operand's elements, which begin at AT, always alike: from -1 to 1, no small ones, and of
   both signs, so that sums stay small (RangeGuard). */
void kernel_fill(const struct kernel_operand *operand, unsigned char *at);

#endif
