/* rising.c - measures the time of more and more unpinned threads that each do the same work, in
   units of one thread's (BlackjackBench 3.4).  `analyze step-first' applies the paper's rule, the
   first step above the average one.

   No parameter uses it.  A CPU that other load keeps busy looks like a missing context, which the
   table cannot distinguish from a machine with one CPU less.  contexts.c can, since it knows the
   share of time that each thread ran. */
#include "../machine/sweep.h"
#include "../machine/unpinned.h"

#include <math.h>

/* One thread more per row up to twice RISING_PARTS threads; then as many rows for each doubling. */
enum { RISING_TRIES = 5, RISING_PARTS = 16 };

sweep sweep_rising;

/* Returns the least of a few tries, since noise only adds. */
static double least_ns(struct machine *machine, size_t threads) {
    double least = NOT_MEASURED;
    for (size_t i = 0; i < RISING_TRIES; i++)
        least = fmin(least, unpinned_ns(machine, threads, WORKLOAD_ADDS));
    return least;
}

const char *sweep_rising(struct machine *machine, FILE *out) {
    size_t cpus = parallel_cpus(machine), step = 1;
    double one_ns = least_ns(machine, 1);
    if (cpus == 0)
        return NEVER_HERE "the system does not say which CPUs this process may use";
    fprintf(out, "# sweep: rising\n# columns: threads time\n");
    for (size_t threads = 1; threads <= 2 * cpus + 1; threads += step) {
        double ns = threads > 1 ? least_ns(machine, threads) : one_ns;
        if (!is_measured(ns))
            return "threads cannot be created";
        fprintf(out, "%zu\t%.4f\n", threads, ns / one_ns);
        step = threads < 2 * RISING_PARTS ? 1 : threads / RISING_PARTS;
    }
    return NULL;
}
