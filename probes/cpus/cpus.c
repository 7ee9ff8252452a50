/* cpus.c - reads how many CPUs this process may use, by its affinity mask and by its quota.  It
   measures nothing: these are limits that only the system knows. */
#include "../machine/parallel.h"
#include "../machine/sweep.h"

#include <math.h>

sweep sweep_cpus;

const char *sweep_cpus(struct machine *machine, FILE *out) {
    double mask = (double)parallel_cpus(machine), quota = parallel_quota(machine);
    if (!(mask > 0))
        return NEVER_HERE "the system does not say which CPUs this process may use";
    fprintf(out, "# sweep: cpus\n# columns: limit cpus\nmask\t%.0f\nquota\t%.3f\n", mask,
            fmin(mask, quota));
    return NULL;
}
