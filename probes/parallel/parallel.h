/* parallel.h - work on several CPUs at once: another seam, with the real machine on one side (this
   directory) and the simulated one on the other (tests/sim/parallel.c).

   CPUs are numbered from 0 up to those that this process may use, as its affinity mask has them,
   and nothing is pinned outside of it.  What a CPU is called elsewhere is nobody's business. */
#ifndef PARALLEL_PARALLEL_H
#define PARALLEL_PARALLEL_H

#include "../harness/harness.h"

enum { CPUS_MOST = 1024 };

/* How many CPUs there are, CPUS_MOST at the most, by the mask, 0 where that is unknown; and how
   many a quota pays for, in parts of one too: HUGE_VAL where there is none. */
size_t parallel_cpus(struct machine *machine);
double parallel_quota(struct machine *machine);

/* What the threads do: what takes all that the core can begin in a cycle, or all that its units for
   doubles can, or those for loads, or what waits for itself and leaves room for another thread; or
   walk a chain of their own, a lap of which comes before. */
enum burden { BURDEN_ADDS, BURDEN_FLOATS, BURDEN_LOADS, BURDEN_CHAIN, BURDEN_CHASE };

/* A thread on a CPU: what one and the same piece of work took, the median of many; and which share
   of the time it ran for, where others took the CPU away.  CHAIN and the LOADS of a piece are of
   BURDEN_CHASE. */
struct bearer {
    size_t cpu;
    double ns, share;
    struct chain *chain;
    size_t loads;
};

/* Has COUNT threads, each on its CPU, bear the same at the same time for SPAN_NS.  Returns false
   where threads are not to be had, or cannot be pinned. */
bool parallel_bear(struct machine *machine, struct bearer *bearer, size_t count, enum burden burden,
                   double span_ns);

/* Two CPUs that hand something to each other and back, and what one way takes; HUGE_VAL where one
   of them was away. */
struct passing {
    size_t from, to;
    double ns;
};

/* Has COUNT pairs, of which no two have a CPU in common, pass a line at the same time: the median
   over several lines of the least of some tries. */
bool parallel_pass(struct machine *machine, struct passing *passing, size_t count);

/* The same with blocks of so many bytes, a power of two from 1 KB on, each pair its own and near
   FROM: the one of a pair, and then the other, reads and modifies each line; the least of some
   tries of such a turn.  Returns false where there is no memory, too. */
bool parallel_exchange(struct machine *machine, struct passing *passing, size_t count,
                       size_t bytes);

/* A thread that lost its CPU: how long it had run since the last time, and how long it was away. */
struct interruption {
    size_t thread;
    double run_ns, gap_ns;
};

/* Has two threads on each of COUNT CPUs, or where they cannot be pinned two for each that there is,
   look at the clock for SPAN_NS, and notes where it jumps by more than LEAST_NS, MOST times at the
   most, in the order of threads.  Returns how often, 0 also where threads are not to be had. */
size_t parallel_interrupt(struct machine *machine, size_t count, double span_ns, double least_ns,
                          struct interruption *interruption, size_t most);

#endif
