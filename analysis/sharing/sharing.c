/* sharing.c - how many CPUs share an instance of a level of cache (P-Ray; BlackjackBench 3.1.4).

   A table as that of cores, where the work is to walk through somewhat more than half of the level:
   who shares an instance of it slows each other.  The last column is named after the level's size,
   and holds it.  All sharers get as much. */
#include "../cores/cores.h"
#include "../product.h"

#include <stdio.h>

enum { SHARED_SIZE = 9 };
static const double SHARING_SURE = 0.95;

void sharing_decide(const struct table *table, const struct options *options,
                    struct answers *answers) {
    char shared[ANSWER_NAME], each[ANSWER_NAME];
    const char *why;
    unsigned level = 0;
    sscanf(table->column[SHARED_SIZE], "l%1u_size", &level);
    size_t cpus = cores_sharers(table, &why);
    (void)options;
    answer_name(shared, level, "shared_cpus");
    answer_name(each, level, "size_per_cpu");
    if (cpus == 0) {
        answer_unknown(answers, shared, "%s", why);
        answer_unknown(answers, each, "%s", why);
        return;
    }
    answer_integer(answers, shared, (double)cpus, SHARING_SURE);
    answer_integer(answers, each, (double)((size_t)table_at(table, 0, SHARED_SIZE) / cpus),
                   SHARING_SURE);
}
