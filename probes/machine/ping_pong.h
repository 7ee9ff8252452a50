/* ping_pong.h - the latency with which a cache line travels from one CPU to another. */
#ifndef PING_PONG_H
#define PING_PONG_H

#include "parallel.h"

/* Two CPUs that pass something back and forth.  NS is the time of one way, or NOT_MEASURED if one
   of the two lost its CPU for too long. */
struct cpu_pair {
    size_t from, to;
    double ns;
};

/* Lets COUNT pairs, no two of which have a CPU in common, pass a line back and forth at the same
   time.  A pair's ns is the median over several lines of the least of a few tries.  Returns false
   if threads cannot be created or pinned, or the compiler has no atomic operations. */
bool parallel_ping_pong(struct machine *machine, struct cpu_pair *pairs, size_t count);

#endif
