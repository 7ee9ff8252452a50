/* registers.c - decides how many values the compiler keeps in registers (X-Ray 3.3; BlackjackBench
   3.5, 4.2.2).

   The table has loops by the number of values that are live in them (`live').  The second column,
   named after the parameter, is the time of a round, in which each value is summed once.  `code',
   where there is such a column, counts the instructions and memory operands of a round in the
   compiler's assembly.

   Where there are as many of these as values, each value stays in its register; any more are
   spills, or copies.  Time is the second witness: the time per value, made monotone, and its
   largest relative step.  Out-of-order execution hides spills, at first all and later some, so time
   alone decides only on a single sharp step, with loops of one value fewer and one more on either
   side.

   Unknown where the two witnesses disagree or the step is not sharp. */
#include "../method.h"
#include "../monotone.h"

#include <math.h>
#include <stdbool.h>

enum { LIVE, TAKEN, MOST_LOOPS = 128 };

/* Relative to the time per value: the least step of a spill, and the variation before it.  OTHER is
   the largest other step relative to it: where spills are partly hidden, steps follow each
   other. */
static const double SPILL = 0.15, EVEN = 0.05, OTHER = 0.5;
/* A compiler that copies values may by chance copy none of two or three. */
static const double LEAST_KEPT = 4;
/* Confidences: counted in the compiler's code; timed, which may hide the spill of one value. */
static const double COUNTED = 0.99, TIMED = 0.91;

/* ---- time ---- */

/* The time per value in each row, made monotone. */
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

/* The row before the largest relative step; *SHARP where no other rise is comparable. */
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

/* Are the two loops on either side of the step those of adjacent numbers of values, and is there no
   comparable rise between the first two?  Otherwise some were disturbed, and the step may be
   noise. */
static bool is_step_clear(const struct table *table, const double *cost, size_t step) {
    if (step == 0 || !next_to(table, step - 1) || !next_to(table, step + 1))
        return false;
    double before = table_at(table, step - 1, TAKEN) / table_at(table, step - 1, LIVE);
    return before <= (1 + OTHER * rise_behind(cost, step)) * cost[step];
}

static void decide_by_time(const struct table *table, const char *name, struct answers *answers) {
    double cost[MOST_LOOPS];
    bool sharp;
    size_t rows = read_costs(table, cost), step = find_step(cost, rows, &sharp);
    double live = table_at(table, step, LIVE);
    answer_note(answers, "with more than %g values each takes %.2f times as long", live,
                1 + rise_behind(cost, step));
    if (!sharp || live < LEAST_KEPT)
        answer_unknown(answers, name, "the time per value has no single sharp step");
    else if (!next_to(table, step))
        answer_unknown(answers, name, "no loop has one value more than %g", live);
    else if (step + 2 == rows) /* noise slows one loop, a spill every longer one */
        answer_unknown(answers, name, "only one loop is slower than that of %g values", live);
    else if (!is_step_clear(table, cost, step))
        answer_unknown(answers, name,
                       "loops beside that of %g values were disturbed; measure again while the "
                       "machine is idle",
                       live);
    else
        answer_integer(answers, name, live, TIMED);
}

/* ---- code ---- */

static bool spills(const struct table *table, size_t code, size_t row) {
    return table_at(table, row, code) > table_at(table, row, LIVE);
}

/* The rows before the first that spills; 0 where a later one does not spill. */
static size_t kept_rows(const struct table *table, size_t code) {
    size_t kept = 0;
    while (kept < table->rows && !spills(table, code, kept))
        kept++;
    for (size_t row = kept; row < table->rows; row++)
        if (!spills(table, code, row))
            return 0;
    return kept;
}

/* Does the time per value rise long before the compiler spills? */
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
                       "the compiler's code spills even a few values, or stops spilling with more");
    else if (kept == table->rows)
        answer_unknown(answers, name,
                       "the compiler keeps all of %g values, the most that were tried", live);
    else if (!next_to(table, kept - 1))
        answer_unknown(answers, name, "no loop has one value more than %g", live);
    else if (contradicts(table, kept))
        answer_unknown(answers, name,
                       "the compiler keeps %g values, but the loop is slower with fewer", live);
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
