/* simd.c - the widest vector that runs at full rate, from adds of wider and wider ones.

   A table of loops by the vector's `bytes`, the first of which is a single value, two of each, and
   how often each add stands in them (`unrolled`): `cycles` of a round, and how many percent of the
   samples agree with that while nobody else ran, unless too few agree.  What is done in halves
   takes twice as long.  The longer loop of each pair decides, because its counter is a small part
   of it.  Another thread can only slow a loop.  So a vector that takes no longer than a single
   value that had the core to itself runs at full rate, even if another thread ran beside it. */
#include "../method.h"

#include <math.h>
#include <stdbool.h>

enum { BYTES, ADDS, VECTOR_CYCLES, ALONE_PERCENT };

/* Of the cost of a single value, and what neither is. */
static const double FULL_COST = 1.15, HALVED_COST = 1.6;
static const double WIDEST_SURE = 0.97;
/* Cycles of the longer loop of the two from ROW on. */
static double cost_of_adds(const struct table *table, size_t row) {
    return table_at(table, row + 1, VECTOR_CYCLES);
}

static bool adds_agree(const struct table *table, size_t row) {
    return is_measured(table_at(table, row + 1, ALONE_PERCENT));
}

/* Did some of the samples that agree have the core to themselves? */
static bool adds_were_alone(const struct table *table, size_t row) {
    return adds_agree(table, row) && table_at(table, row + 1, ALONE_PERCENT) > 0;
}

static bool are_pairs(const struct table *table) {
    for (size_t row = 0; row < table->rows; row += 2)
        if (row + 1 == table->rows ||
            table_at(table, row + 1, BYTES) - table_at(table, row, BYTES) >= 1)
            return false;
    return true;
}

/* Is it done in one piece, or in more? */
enum pieces { ONE_PIECE, MORE_PIECES, NEITHER_CLEARLY };

static enum pieces pieces_of(const struct table *table, size_t row) {
    double cost = cost_of_adds(table, row) / cost_of_adds(table, 0);
    if (cost <= FULL_COST && adds_agree(table, row))
        return ONE_PIECE;
    return cost >= HALVED_COST && adds_were_alone(table, row) ? MORE_PIECES : NEITHER_CLEARLY;
}

/* The widest at full rate; 0 where one is neither that nor clearly slower, or one behind a slower
   one is at full rate. */
static double widest(const struct table *table) {
    double bytes = 0;
    bool slower = false;
    if (!are_pairs(table) || !adds_were_alone(table, 0))
        return 0;
    for (size_t row = 0; row < table->rows; row += 2) {
        enum pieces pieces = pieces_of(table, row);
        if (pieces == NEITHER_CLEARLY || (pieces == ONE_PIECE && slower))
            return 0;
        bytes = pieces == ONE_PIECE ? table_at(table, row, BYTES) : bytes;
        slower = pieces == MORE_PIECES;
    }
    return bytes;
}

static void simd_decide(const struct table *table, const struct options *options,
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

const struct method simd_method = {
    .name = "simd",
    .summary = "the widest vector at full rate, from adds",
    .form = {{.keys = 2, .columns = 4, .above_zero = "cycles", .may_lack = "alone_percent"}},
    .rows = 64,
    .decide = simd_decide};
