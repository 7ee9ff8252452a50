/* exchange.c - decides the bandwidth of the slowest and the fastest pair of CPUs (BlackjackBench
   3.1.4).

   The table has tournaments: the latency of a line, then the MB/s that two CPUs exchange in blocks,
   from the smallest on.  With small blocks the CPUs mostly wait for their turn, and large blocks
   overflow the caches, so the best block of each pair counts.  Unknown where pairs.c finds no
   steady extreme. */
#include "../method.h"
#include "pairs.h"

#include <math.h>
#include <stdlib.h>

enum { FIRST_BLOCK = 4 };

static double fastest(const struct table *table, size_t row) {
    double mb_s = 0;
    for (size_t column = FIRST_BLOCK; column < table->columns; column++)
        mb_s = fmax(mb_s, table_at(table, row, column));
    return mb_s;
}

static void exchange_decide(const struct table *table, const struct options *options,
                            struct answers *answers) {
    static const char *const names[] = {"comm_bandwidth_max", "comm_bandwidth_min"};
    double *cost = calloc(table->rows, sizeof *cost);
    (void)options;
    for (size_t row = 0; cost != NULL && row < table->rows; row++)
        cost[row] = 1 / fastest(table, row);
    pairs_extremes(table, cost, names, true, answers);
    free(cost);
}

const struct method exchange_method = {.name = "exchange",
                                       .summary = "the bandwidth between two CPUs",
                                       .form = {{.keys = 3, .columns = 5, .above_zero = "mb_s_*"}},
                                       .rows = TABLE_MAX_ROWS,
                                       .decide = exchange_decide};
