/* simd.c - decides the widest vector that runs at full rate, from adds of increasing width.

   The table has two loops for each vector width in `bytes', the first of which is a single value,
   and the number of adds in a round (`unrolled').  It has the `cycles' of a round, and the
   percentage of samples that agree while no other thread ran on the core, unless too few agree.  A
   vector processed in halves takes twice as long.  The longer loop of each pair decides, because
   its counter is a small part of it.  Another thread can only slow a loop, so a vector as fast as a
   single value that had the core to itself runs at full rate.

   Unknown where a width is neither full rate nor clearly slower. */
#include "../method.h"

#include <math.h>
#include <stdbool.h>

enum { BYTES, ADDS, VECTOR_CYCLES, ALONE_PERCENT };

/* Relative to a single value: the most at full rate, and the least of a vector processed in
   halves. */
static const double FULL_COST = 1.15, HALVED_COST = 1.6;
static const double WIDEST_SURE = 0.97;
/* Cycles of the longer loop of the two from ROW on. */
static double cost_of_adds(const struct table *table, size_t row) {
    return table_at(table, row + 1, VECTOR_CYCLES);
}

static bool adds_agree(const struct table *table, size_t row) {
    return is_measured(table_at(table, row + 1, ALONE_PERCENT));
}

/* Did some of the agreeing samples have the core to themselves? */
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

/* Is the vector processed at once, or in parts? */
enum pieces { ONE_PIECE, MORE_PIECES, NEITHER_CLEARLY };

static enum pieces pieces_of(const struct table *table, size_t row) {
    double cost = cost_of_adds(table, row) / cost_of_adds(table, 0);
    if (cost <= FULL_COST && adds_agree(table, row))
        return ONE_PIECE;
    return cost >= HALVED_COST && adds_were_alone(table, row) ? MORE_PIECES : NEITHER_CLEARLY;
}

/* The widest vector at full rate; 0 where one is undecided, or a wider one is faster than a
   narrower one. */
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
        answer_unknown(answers, "simd_bytes", "no vector is as fast as a single value");
    else
        answer_unknown(answers, "simd_bytes",
                       "some width is undecided, or another thread used the core; measure again "
                       "while the machine is idle");
}

const struct method simd_method = {
    .name = "simd",
    .summary = "the widest vector at full rate, from adds",
    .form = {{.keys = 2, .columns = 4, .above_zero = "cycles", .may_lack = "alone_percent"}},
    .rows = 64,
    .decide = simd_decide};
