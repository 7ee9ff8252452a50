/* parallel.h - work on several CPUs at once: another seam, with the real machine on one side
   (real/) and the simulated one on the other (tests/sim/parallel.c).

   CPUs are numbered from 0 up to those that this process may use, as its affinity mask has them,
   and nothing is pinned outside of it.  What a CPU is called elsewhere is nobody's business. */
#ifndef PARALLEL_H
#define PARALLEL_H

#include "machine.h"

enum { CPUS_MOST = 1024 };

/* How many CPUs there are, CPUS_MOST at the most, by the mask, 0 where that is unknown; and how
   many a quota pays for, in parts of one too: HUGE_VAL where there is none. */
size_t parallel_cpus(struct machine *machine);
double parallel_quota(struct machine *machine);

/* What the threads do: what takes all that the core can begin in a cycle, or all that its units for
   doubles can, or those for loads, or what waits for itself and leaves room for another thread; or
   walk a chain of their own, a lap of which comes before. */
enum workload { WORKLOAD_ADDS, WORKLOAD_FLOATS, WORKLOAD_LOADS, WORKLOAD_CHAIN, WORKLOAD_CHASE };

/* A thread on a CPU: what one and the same piece of work took, the median of many; and which share
   of the time it ran for, where others took the CPU away.  CHAIN and the LOADS of a piece are of
   WORKLOAD_CHASE. */
struct worker {
    size_t cpu;
    double ns, share;
    struct chain *chain;
    size_t loads;
};

/* Has COUNT threads, each on its CPU, bear the same at the same time for SPAN_NS.  Returns false
   where threads are not to be had, or cannot be pinned. */
bool parallel_run(struct machine *machine, struct worker *worker, size_t count,
                  enum workload workload, double span_ns);

#endif
