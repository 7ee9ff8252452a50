/* parallel.h - work on several CPUs at once.

   CPUs are numbered from 0 in the order of this process's affinity mask.  No thread is pinned
   outside of it.  The system's own CPU numbers are not used. */
#ifndef PARALLEL_H
#define PARALLEL_H

#include "machine.h"

enum { CPUS_MOST = 1024 };

/* Return how many CPUs the affinity mask has, at most CPUS_MOST, or 0 if that is unknown; and
   how many CPUs' worth of time a quota allows, which may be a fraction, or HUGE_VAL without a
   quota. */
size_t parallel_cpus(struct machine *machine);
double parallel_quota(struct machine *machine);

/* The work of the threads: integer adds, which take every instruction slot of a core; adds of
   doubles, which take its units for doubles; loads, which take its load units; a dependent chain,
   which leaves nearly all of the core to another thread; or a walk of a chain of each thread's
   own, after one untimed lap. */
enum workload { WORKLOAD_ADDS, WORKLOAD_FLOATS, WORKLOAD_LOADS, WORKLOAD_CHAIN, WORKLOAD_CHASE };

/* A thread that is pinned to a CPU, and its work.  CHAIN, and the LOADS of one piece of work, are
   for WORKLOAD_CHASE only.  Results: NS, the median time of a piece, which has the same size in
   every run, or NOT_MEASURED if the thread had no time for any; and SHARE, the fraction of the time
   for which the thread had the CPU. */
struct worker {
    size_t cpu;
    enum workload workload;
    double ns, share;
    struct chain *chain;
    size_t loads;
};

/* Lets COUNT workers work at the same time for SPAN_NS.  Returns false if threads cannot be created
   or pinned. */
bool parallel_run(struct machine *machine, struct worker *worker, size_t count, double span_ns);

#endif
