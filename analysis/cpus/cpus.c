/* cpus.c - decides how many CPUs a process may use.

   The table has limits, and the `cpus' that each allows.  A quota is a fraction, which is rounded
   up: any quota allows at least one CPU. */
#include "../method.h"

#include <math.h>

enum { LIMIT_CPUS = 1 };

static void cpus_decide(const struct table *table, const struct options *options,
                        struct answers *answers) {
    double least = NOT_MEASURED;
    (void)options;
    for (size_t row = 0; row < table->rows; row++)
        least = fmin(least, fmax(1, ceil(table_at(table, row, LIMIT_CPUS))));
    answer_integer(answers, "cpus", least, 1);
}

const struct method cpus_method = {
    .name = "cpus",
    .summary = "CPUs that may be used, by limits",
    .form = {{.keys = 1, .columns = 2, .words = {"limit mask quota"}}},
    .rows = 64,
    .decide = cpus_decide};
