/* slice.c - measures the scheduler's time slice by two threads on each of a few CPUs, which run for
   a slice and wait for one in turn (BlackjackBench 3.6).  There are two CPUs only if a quota covers
   both.  Fails if no thread is preempted. */
#include "../machine/interrupt.h"
#include "../machine/sweep.h"

#include <math.h>

enum { WATCHED_CPUS = 2, MOST_INTERRUPTIONS = 4096 };
/* The shortest interruption that counts, longer than a reading of the clock and shorter than any
   slice; and how long the clock is watched. */
static const double THRESHOLD_NS = 20000, WATCHED_NS = 4e8;

sweep sweep_slice;

const char *sweep_slice(struct machine *machine, FILE *out) {
    static struct interruption all[MOST_INTERRUPTIONS];
    size_t cpus = parallel_cpus(machine), watched = cpus < WATCHED_CPUS ? cpus : WATCHED_CPUS;
    while (watched > 1 && (double)watched > parallel_quota(machine))
        watched--;
    if (watched == 0)
        return NEVER_HERE "the system does not say which CPUs this process may use";
    size_t count =
        parallel_interrupt(machine, watched, WATCHED_NS, THRESHOLD_NS, all, MOST_INTERRUPTIONS);
    if (count < 2)
        return "no thread was preempted, or threads cannot be created";
    fprintf(out, "# sweep: slice\n# columns: thread number run_us gap_us\n");
    for (size_t i = 0, number = 0; i < count; i++) {
        number = i > 0 && all[i].thread == all[i - 1].thread ? number + 1 : 0;
        fprintf(out, "%zu\t%zu\t%.1f\t%.1f\n", all[i].thread, number, fmax(all[i].run_ns / 1000, 0),
                all[i].gap_ns / 1000);
    }
    return NULL;
}
