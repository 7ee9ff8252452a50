/* sharing.c - decides how many CPUs share an instance of a cache level (P-Ray; BlackjackBench
   3.1.4).

   The table is that of cores.c.  Its works are walks through somewhat more than half of each level:
   CPUs that share an instance slow each other.  The last column is the level's size, of which each
   sharer gets an equal part.  Unknown where cores.c finds no clear sharers. */
#include "../method.h"
#include "cores.h"

enum { SHARED_LEVEL = 1, SHARED_BYTES = 10 };
static const double SHARING_SURE = 0.95;

static void answer_sharing(const struct table *table, double level, size_t bytes,
                           struct answers *answers) {
    char shared[ANSWER_NAME], each[ANSWER_NAME];
    const char *why;
    size_t cpus = cores_sharers(table, level, &why);
    answer_name(shared, level, "shared_cpus");
    answer_name(each, level, "size_per_cpu");
    if (cpus == 0) {
        answer_unknown(answers, shared, "%s", why);
        answer_unknown(answers, each, "%s", why);
        return;
    }
    answer_integer(answers, shared, (double)cpus, SHARING_SURE);
    answer_integer(answers, each, (double)(bytes / cpus), SHARING_SURE);
}

/* The first pass has all levels, one after the other. */
static void sharing_decide(const struct table *table, const struct options *options,
                           struct answers *answers) {
    double last = -1;
    (void)options;
    for (size_t row = 0; row < table->rows && table_at(table, row, SHARED_LEVEL) >= last; row++) {
        double level = table_at(table, row, SHARED_LEVEL);
        if (level > last)
            answer_sharing(table, level, (size_t)table_at(table, row, SHARED_BYTES), answers);
        last = level;
    }
}

const struct method sharing_method = {
    .name = "sharing",
    .summary = "CPUs that share a level, by eviction",
    .form = {{.keys = 4,
              .columns = 11,
              .above_zero = "work_ns chain_ns other_work_ns other_chain_ns"}},
    .rows = 32768,
    .decide = sharing_decide};
