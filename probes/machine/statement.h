/* statement.h - loops over a C statement, X-Ray's nano-benchmarks: configurations <S, T, n> of its
   section 2.4.

   A configuration is a statement S over variables p0, p1, ... of type T, and n independent streams
   of it.  p0 carries the dependence of a stream, so each stream has a p0 of its own; they share the
   other variables. */
#ifndef STATEMENT_H
#define STATEMENT_H

#include "machine.h"

/* Runs ROUNDS rounds of the loop in which STREAMS streams execute the statement UNROLLED times
   each. */
typedef void statement_run(size_t streams, size_t unrolled, size_t rounds);

/* A configuration and its loop.  TYPES is the type of all variables, or a list such as `p0:f64
   p1:i64'.  SET: the statement is several independent statements, and each stream has its own copy
   of every variable that they assign.  The text is for a simulated machine, which interprets it.
   RUN is NULL if the compiler keeps values in memory. */
struct statement_loop {
    const char *statement, *types;
    size_t streams, unrolled;
    bool set;
    statement_run *run;
};

/* Runs ROUNDS rounds of LOOP between two rulers.  *TIMING is the cost of one round.  Returns false
   as chain_sample does. */
bool statement_sample(struct machine *machine, const struct statement_loop *loop, size_t rounds,
                      struct timing *timing);

#endif
