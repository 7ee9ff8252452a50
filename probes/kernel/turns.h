/* turns.h - candidates that take turns, each in a process of its own. */
#ifndef TURNS_H
#define TURNS_H

#include "kernel.h"

struct turns;

/* The seconds that an answer of a candidate may take where another's took FIRST_S; 0: none has
   answered yet. */
double turns_limit_s(const struct kernel *kernel, double first_s);

/* Starts a process for each candidate that is ALIVE, all of which see the same pages, and finds out
   how many calls the clock sees well.  A candidate that does not answer is no longer alive, and OUT
   has a line that says why.  Returns a reason why none can be timed, or NULL; in either case
   turns_close what is in *TURNS.  KERNEL, ALIVE and OUT must live as long. */
const char *turns_open(struct machine *machine, const struct kernel *kernel, bool *alive, FILE *out,
                       struct turns **turns);
void turns_close(struct turns *turns);

/* ns of a call of a candidate that is alive; it may no longer be so afterwards, and the answer is 0
   then. */
double turns_sample(struct turns *turns, size_t candidate);

/* Calls it once more: after having been called so often it is to give what is EXPECTED, else it is
   no longer alive. */
void turns_check(struct turns *turns, size_t candidate, const double *expected);

#endif
