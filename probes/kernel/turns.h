/* turns.h - candidates of a kernel that take turns, each in a separate process. */
#ifndef TURNS_H
#define TURNS_H

#include "kernel.h"

struct turns;

/* Returns the seconds that a candidate's answer may take if another's took FIRST_S, which is 0
   before the first answer. */
double turns_limit_s(const struct kernel *kernel, double first_s);

/* Starts a process for each candidate that is ALIVE, with the same pages in all of them, and finds
   how many calls the clock times well.  A candidate that does not answer is no longer alive, and a
   line in OUT says why.  Returns NULL, or why no candidate can be timed; call turns_close with
   *TURNS in either case.  KERNEL, ALIVE and OUT must live as long. */
const char *turns_open(struct machine *machine, const struct kernel *kernel, bool *alive, FILE *out,
                       struct turns **turns);
void turns_close(struct turns *turns);

/* Returns the ns of a call of a candidate that is alive, or 0 if it no longer is. */
double turns_sample(struct turns *turns, size_t candidate);

/* Calls the candidate once more.  If its results after so many calls are not as EXPECTED, it is no
   longer alive. */
void turns_check(struct turns *turns, size_t candidate, const double *expected);

#endif
