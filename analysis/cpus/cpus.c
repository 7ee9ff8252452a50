/* cpus.c - CPUs that a process may use (METHODS 1.17).

   A table of limits: `cpus' that each leaves, in parts of one where it is a quota, which is rounded
   up.  Where there is one only, nothing passes from one to another, and all memory is its own. */
#include "../product.h"

#include <math.h>

enum { LIMIT_CPUS = 1 };

void cpus_decide(const struct table *table, const struct options *options,
                 struct answers *answers) {
    static const char *const of_two[] = {"comm_ns_min", "comm_ns_max", "comm_bandwidth_min",
                                         "comm_bandwidth_max"};
    double least = HUGE_VAL;
    (void)options;
    for (size_t row = 0; row < table->rows; row++)
        least = fmin(least, ceil(table_at(table, row, LIMIT_CPUS)));
    answer_integer(answers, "cpus", least, 1);
    for (size_t i = 0; table_at(table, 0, LIMIT_CPUS) < 2 && i < sizeof of_two / sizeof *of_two;
         i++)
        answer_none(answers, of_two[i], 1);
    if (table_at(table, 0, LIMIT_CPUS) < 2)
        answer_integer(answers, "numa_nodes", 1, 1);
}
