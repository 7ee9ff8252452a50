/* exchange.c - the slowest and the fastest pair of CPUs (BlackjackBench 3.1.4).

   A table of tournaments: behind what a line takes MB/s that two CPUs hand over to each other, of
   blocks from the smallest on.  Small ones wait for who is told that it is their turn, and large
   ones do not stay in a cache, so that of each pair the best block counts. */
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
                                       .summary = "what two CPUs exchange",
                                       .form = {{.keys = 3, .columns = 5, .above_zero = "mb_s_*"}},
                                       .rows = TABLE_MAX_ROWS,
                                       .decide = exchange_decide};
