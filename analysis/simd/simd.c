/* simd.c - the widest vector that runs at full rate, from adds of wider and wider ones.

   A table of loops by the vector's `bytes`, the first of which is a single value, and how often
   each add stands in them (`unrolled`): `cycles` of a round, and how many percent of the samples
   agree with that while nobody else ran.  What is done in halves takes twice as long. */
#include "../product.h"

#include <math.h>
#include <stdbool.h>

enum { BYTES, ADDS, VECTOR_CYCLES, ALONE_PERCENT };

/* Of the cost of a single value, and what neither is. */
static const double FULL_COST = 1.15, HALVED_COST = 1.6;
static const double WIDEST_SURE = 0.97;
/* Samples of this thread alone that agree make a row's percentage more. */
static const double SOME_AGREE = 2;

/* Cycles of the adds that the second of two loops has more; HUGE_VAL where they are not to be
   believed. */
static double cost_of_adds(const struct table *table, size_t row) {
    bool pair =
        row + 1 < table->rows && table_at(table, row + 1, BYTES) - table_at(table, row, BYTES) < 1;
    if (!pair || table_at(table, row, ALONE_PERCENT) <= SOME_AGREE ||
        table_at(table, row + 1, ALONE_PERCENT) <= SOME_AGREE)
        return HUGE_VAL;
    return table_at(table, row + 1, VECTOR_CYCLES) - table_at(table, row, VECTOR_CYCLES);
}

/* The widest at full rate; 0 where a vector is neither that nor clearly slower, or one behind a
   slower one is. */
static double widest(const struct table *table) {
    double single = cost_of_adds(table, 0), bytes = 0;
    bool slower = false;
    if (!(single > 0 && single < HUGE_VAL))
        return 0;
    for (size_t row = 0; row < table->rows; row += 2) {
        double cost = cost_of_adds(table, row) / single;
        bool full = cost <= FULL_COST;
        if (!(cost < HUGE_VAL) || (full && slower) || (!full && cost < HALVED_COST))
            return 0;
        bytes = full ? table_at(table, row, BYTES) : bytes;
        slower = slower || !full;
    }
    return bytes;
}

void simd_decide(const struct table *table, const struct options *options,
                 struct answers *answers) {
    double bytes = widest(table), first = table_at(table, 0, BYTES);
    (void)options;
    if (table_at(table, table->rows - 1, BYTES) <= first)
        answer_unknown(answers, "simd_bytes", "no vector was measured");
    else if (bytes > first)
        answer_integer(answers, "simd_bytes", bytes, WIDEST_SURE);
    else if (bytes > 0)
        answer_unknown(answers, "simd_bytes", "no vector runs at full rate");
    else
        answer_unknown(answers, "simd_bytes",
                       "which run at full rate does not show, or others run");
}
