/* registers.c - values that the compiler keeps live without a spill (X-Ray 3.3; BlackjackBench 3.5,
   4.2.2).

   A table of loops by the values that are live in them (`live`): the second column, called after
   what is asked, says what a round takes, in which each value is summed once; `code`, where there
   is such a column, what the compiler's assembly has in a round, instructions and memory operands.

   As many of these as values, and each value stays in its register.  Whatever is more is a spill,
   or a copy to where no sum is done.  Time is the other witness: what a value costs, made to rise
   only, and its biggest relative step.  Out-of-order cores hide spills, at first all and then some
   of them (METHODS 1.14), so that alone it is believed of a single sharp step only. */
#include "../method.h"
#include "../monotone.h"

#include <math.h>
#include <stdbool.h>

enum { LIVE, TAKEN, MOST_LOOPS = 128 };

/* A spill is no less than this part of what values cost without (METHODS 1.14); what is flat before
   it varies by no more than that, and no other step is more than such a part of it: where spills
   are partly hidden steps follow each other. */
static const double SPILL = 0.15, EVEN = 0.05, OTHER = 0.5;
/* A compiler that copies values may by chance copy none of two or three. */
static const double LEAST_KEPT = 4;
/* Deterministic but for the compiler; from time, which could hide one value more. */
static const double COUNTED = 0.99, TIMED = 0.91;

/* ---- time ---- */

/* What a value costs in each row, which only rises. */
static size_t read_costs(const struct table *table, double *cost) {
    size_t rows = table->rows < MOST_LOOPS ? table->rows : MOST_LOOPS;
    for (size_t row = 0; row < rows; row++)
        cost[row] = table_at(table, row, TAKEN) / table_at(table, row, LIVE);
    monotone_enforce(cost, rows);
    return rows;
}

static double rise_behind(const double *cost, size_t row) {
    return cost[row + 1] / cost[row] - 1;
}

/* The row before the biggest relative step; *SHARP where nothing else rises like it. */
static size_t find_step(const double *cost, size_t rows, bool *sharp) {
    size_t step = 0;
    double other = 0;
    for (size_t row = 0; row + 1 < rows; row++)
        if (rise_behind(cost, row) > rise_behind(cost, step))
            step = row;
    for (size_t row = 0; row + 1 < rows; row++)
        if (row != step)
            other = fmax(other, rise_behind(cost, row));
    double rise = rise_behind(cost, step);
    *sharp = rise >= SPILL && other <= OTHER * rise && cost[step] <= (1 + EVEN) * cost[0];
    return step;
}

static bool next_to(const struct table *table, size_t row) {
    return table_at(table, row + 1, LIVE) - table_at(table, row, LIVE) < 1.5;
}

static void decide_by_time(const struct table *table, const char *name, struct answers *answers) {
    double cost[MOST_LOOPS];
    bool sharp;
    size_t rows = read_costs(table, cost), step = find_step(cost, rows, &sharp);
    double live = table_at(table, step, LIVE);
    answer_note(answers, "behind %g values each costs %.2f times as much", live,
                1 + rise_behind(cost, step));
    if (!sharp || live < LEAST_KEPT)
        answer_unknown(answers, name, "time shows no single sharp step");
    else if (!next_to(table, step))
        answer_unknown(answers, name, "no loop tells %g values from more", live);
    else if (step + 2 == rows) /* noise slows one loop, a spill every longer one */
        answer_unknown(answers, name, "one loop alone costs more than that of %g values", live);
    else
        answer_integer(answers, name, live, TIMED);
}

/* ---- code ---- */

static bool spills(const struct table *table, size_t code, size_t row) {
    return table_at(table, row, code) > table_at(table, row, LIVE);
}

/* Rows before the first that spills; 0 where one behind it does not. */
static size_t kept_rows(const struct table *table, size_t code) {
    size_t kept = 0;
    while (kept < table->rows && !spills(table, code, kept))
        kept++;
    for (size_t row = kept; row < table->rows; row++)
        if (!spills(table, code, row))
            return 0;
    return kept;
}

/* Does a value cost more long before the compiler says that it is spilled? */
static bool contradicts(const struct table *table, size_t kept) {
    double cost[MOST_LOOPS];
    bool sharp;
    size_t rows = read_costs(table, cost);
    return find_step(cost, rows, &sharp) + 1 < kept && sharp;
}

static void decide_by_code(const struct table *table, size_t code, const char *name,
                           struct answers *answers) {
    size_t kept = kept_rows(table, code);
    double live = kept > 0 ? table_at(table, kept - 1, LIVE) : 0;
    if (live < LEAST_KEPT)
        answer_unknown(answers, name,
                       "the compiler copies or spills a few values, or not more and more");
    else if (kept == table->rows)
        answer_unknown(answers, name, "the compiler spills none of %g values", live);
    else if (!next_to(table, kept - 1))
        answer_unknown(answers, name, "no loop tells %g values from more", live);
    else if (contradicts(table, kept))
        answer_unknown(answers, name, "the compiler keeps %g values, but time says less", live);
    else
        answer_integer(answers, name, live, COUNTED);
}

static void registers_decide(const struct table *table, const struct options *options,
                             struct answers *answers) {
    const char *name = table->column[TAKEN];
    size_t code = table_find(table, "code");
    (void)options;
    if (code < table->columns)
        decide_by_code(table, code, name, answers);
    else
        decide_by_time(table, name, answers);
}

const struct method registers_method = {.name = "registers",
                                        .summary = "values live without a spill",
                                        .form = {{.keys = 1, .columns = 2, .above_zero = "*"}},
                                        .rows = 128,
                                        .decide = registers_decide};
