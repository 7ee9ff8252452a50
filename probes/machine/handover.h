/* handover.h - loads of lines that another CPU has written. */
#ifndef HANDOVER_H
#define HANDOVER_H

#include "ping_pong.h"

enum { HANDOVER_MOST_ROUNDS = 64 };

/* A round has two halves.  In each the writer stores to LINES, and to OTHERS, which push LINES out
   of any write-combining buffer, and walks NEAR; then the reader loads LINES.  In the first half
   the writer walks FAR before it stores, and in the second before NEAR, so that LINES are evicted.
   HELD_NS and AWAY_NS are the ns of a load in both halves of each round. */
struct handover {
    struct chain *lines, *others, *near, *far; /* NEAR may be NULL */
    size_t rounds;
    double held_ns[HANDOVER_MOST_ROUNDS], away_ns[HANDOVER_MOST_ROUNDS];
};

/* Lets PAIR's CPU `from` write and `to` load.  Returns false if threads cannot be created or
   pinned, if one of the CPUs was away for too long, or if the compiler has no atomic operations. */
bool parallel_handover(struct machine *machine, const struct cpu_pair *pair,
                       struct handover *handover);

#endif
