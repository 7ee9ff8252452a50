/* passing.c - decides the latency of the nearest and the farthest pair of CPUs (P-Ray;
   BlackjackBench 3.1.4).

   The table has tournaments: the time to pass a line from one CPU to another.  Unknown where
   pairs.c finds no steady extreme. */
#include "../method.h"
#include "pairs.h"

#include <stdlib.h>

enum { PASS_NS = 3 };

static void passing_decide(const struct table *table, const struct options *options,
                           struct answers *answers) {
    static const char *const names[] = {"comm_ns_min", "comm_ns_max"};
    double *ns = table_column(table, PASS_NS);
    (void)options;
    pairs_extremes(table, ns, names, false, answers);
    free(ns);
}

const struct method passing_method = {.name = "passing",
                                      .summary = "the latency from one CPU to another",
                                      .form = {{.keys = 3, .columns = 4, .above_zero = "ns"}},
                                      .rows = TABLE_MAX_ROWS,
                                      .decide = passing_decide};
