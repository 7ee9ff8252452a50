/* statement.h - loop-benchmarks at the seam: configurations <S, T, n> of X-Ray 2.4.

   A configuration is a statement S over p0, p1, ... of type T, and n streams that do not wait for
   each other: p0 carries a stream's dependence, so each has one of its own, and all share the
   rest. */
#ifndef STATEMENT_H
#define STATEMENT_H

#include "machine.h"

/* Runs ROUNDS of the loop in which so many streams run the statement UNROLLED times each. */
typedef void statement_run(size_t streams, size_t unrolled, size_t rounds);

/* A configuration, and the function that has its loop.  TYPES is that of all variables, or `p0:f64
   p1:i64'.  Of a SET each stream has of its own whatever its statements assign.  The text is for
   machines that interpret it; RUN is NULL where the compiler keeps values in memory. */
struct statement_loop {
    const char *statement, *types;
    size_t streams, unrolled;
    bool set;
    statement_run *run;
};

/* One sample of so many rounds between two rulers; the timing is of one round.  Returns false as
   chain_sample does. */
bool statement_sample(struct machine *machine, const struct statement_loop *loop, size_t rounds,
                      struct timing *timing);

#endif
