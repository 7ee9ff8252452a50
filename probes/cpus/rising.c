/* rising.c - the sweep of more and more threads that do the same, which nobody pins, and what they
   all take together, in times of one (BlackjackBench 3.4): `analyze step-first' has the paper's
   rule for it, the first step above the average one.

   No parameter asks for it.  A CPU that others keep busy is a context less, for as long as they do,
   and where there is a step is all that the table says: it cannot be told from a machine that has
   one less.  contexts.c tells these apart, by the CPU that was away. */
#include "../machine/sweep.h"
#include "../machine/unpinned.h"

#include <math.h>

/* One more each time up to twice as many as this, and then a part of them: as few rows again for
   each doubling. */
enum { RISING_TRIES = 5, RISING_PARTS = 16 };

sweep sweep_rising;

/* Noise only adds. */
static double least_ns(struct machine *machine, size_t threads) {
    double least = HUGE_VAL;
    for (size_t i = 0; i < RISING_TRIES; i++)
        least = fmin(least, unpinned_ns(machine, threads, WORKLOAD_ADDS));
    return least;
}

const char *sweep_rising(struct machine *machine, FILE *out) {
    size_t cpus = parallel_cpus(machine), step = 1;
    double one_ns = least_ns(machine, 1);
    if (cpus == 0)
        return NEVER_HERE "the system does not tell which CPUs there are";
    fprintf(out, "# sweep: rising\n# columns: threads time\n");
    for (size_t threads = 1; threads <= 2 * cpus + 1; threads += step) {
        double ns = threads > 1 ? least_ns(machine, threads) : one_ns;
        if (!(ns < HUGE_VAL))
            return "threads are not to be had";
        fprintf(out, "%zu\t%.4f\n", threads, ns / one_ns);
        step = threads < 2 * RISING_PARTS ? 1 : threads / RISING_PARTS;
    }
    return NULL;
}
