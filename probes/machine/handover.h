/* handover.h - loads of lines that another CPU has written. */
#ifndef HANDOVER_H
#define HANDOVER_H

#include "ping_pong.h"

enum { HANDOVER_MOST_ROUNDS = 64 };

/* In each of ROUNDS rounds one CPU of a pair writes the lines of a chain twice, and then those of
   OTHERS, which go through any buffer in which stores are gathered.  Each time the other CPU loads
   the lines, one after the other.  In between the first one walks NEAR; it has walked FAR before it
   wrote, or walks it after.  HELD_NS and AWAY_NS are the times of a load in each round, where FAR
   came before and after. */
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
