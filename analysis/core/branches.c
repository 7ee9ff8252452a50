/* branches.c - decides the cost of a mispredicted branch.

   The table has loops with the same branches: the time of a round with none of them random, with
   each alone random, and with all, after several `steps' of a generator.  Half of the predictions
   of a random branch are wrong under any predictor, so a misprediction costs twice what the branch
   adds to a round.  Unknown where it does not add the same at each place, after chains of either
   length and among any number of others. */
#include "../ascending.h"
#include "../method.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

enum { STEPS_BEFORE, TAKEN_ALWAYS, TAKEN_AT_RANDOM, FIRST_RANDOM, BRANCHES_CYCLES };
enum { MOST_PENALTIES = 64, LEAST_ALONE = 8 };

/* The error of differences by chance and by the clock, relative to the penalty (five standard
   deviations of 160000 predictions plus the cycle's error) and in cycles. */
static const double THROWS = 0.02, CLOCK_LEAVES = 0.1;
/* The share of branches that must agree.  A branch at the end of a line, or outside of the decoded
   instructions, may resume later. */
static const double MOST_ALIKE = 0.75;
/* Distances in cycles: of the penalty from a whole number, and from the middle of two where the
   directions differ by one; and of a step, whose operations may take half cycles. */
static const double WHOLE_PENALTY = 0.2, HALF_PENALTY = 0.1, BETWEEN_THEM = 0.3, STEP_OFF = 0.005;

/* The penalty of one random branch, and the mean where all are random. */
struct penalties {
    double alone[MOST_PENALTIES], among[MOST_PENALTIES];
    size_t alones, amongs;
};

/* The row without random branches and with ALWAYS taken ones, or NOT_MEASURED. */
static double predicted(const struct table *table, double steps, bool always) {
    for (size_t row = 0; row < table->rows; row++)
        if (table_is(table, row, STEPS_BEFORE, steps) && table_is(table, row, TAKEN_AT_RANDOM, 0) &&
            (table_at(table, row, TAKEN_ALWAYS) > 0) == always)
            return table_at(table, row, BRANCHES_CYCLES);
    return NOT_MEASURED;
}

static double most_random(const struct table *table) {
    double most = 0;
    for (size_t row = 0; row < table->rows; row++)
        most = fmax(most, table_at(table, row, TAKEN_AT_RANDOM));
    return most;
}

/* Half of the predictions of a random branch are taken, and may cost more than not taken. */
static void read_penalties(const struct table *table, struct penalties *penalties) {
    double branches = most_random(table);
    *penalties = (struct penalties){.alones = 0};
    for (size_t row = 0; row < table->rows && penalties->alones < MOST_PENALTIES; row++) {
        double random = table_at(table, row, TAKEN_AT_RANDOM),
               steps = table_at(table, row, STEPS_BEFORE);
        double never = predicted(table, steps, false), always = predicted(table, steps, true);
        if (random < 0.5 || !is_measured(never) || !is_measured(always))
            continue;
        double added = table_at(table, row, BRANCHES_CYCLES) - never;
        double penalty = 2 * added / random - (always - never) / branches;
        if (random < 1.5)
            penalties->alone[penalties->alones++] = penalty;
        else if (penalties->amongs < MOST_PENALTIES)
            penalties->among[penalties->amongs++] = penalty;
    }
    qsort(penalties->alone, penalties->alones, sizeof *penalties->alone, ascending);
}

static double mean_of(const double *value, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += value[i];
    return count > 0 ? sum / (double)count : 0;
}

/* The mean of single branches close to the median.  Returns 0 where there are too few, or where one
   is smaller: then the median mixes two penalties. */
static double alike_penalty(const struct penalties *penalties) {
    size_t count = penalties->alones, first = 0, end;
    double median = count > 0 ? penalties->alone[count / 2] : 0;
    double off = THROWS * median + CLOCK_LEAVES;
    while (first < count && penalties->alone[first] < median - off)
        first++;
    for (end = first; end < count && penalties->alone[end] <= median + off; end++)
        continue;
    bool agree = first == 0 && (double)end >= MOST_ALIKE * (double)count;
    return agree ? mean_of(penalties->alone, end) : 0;
}

static bool is_straight(const struct penalties *penalties) {
    double mean = mean_of(penalties->alone, penalties->alones);
    bool straight = penalties->amongs > 0;
    for (size_t i = 0; i < penalties->amongs; i++)
        straight &= fabs(penalties->among[i] - mean) <= THROWS * mean + CLOCK_LEAVES;
    return straight;
}

static double from_half(double cycles) {
    return fabs(2 * cycles - floor(2 * cycles + 0.5)) / 2;
}

/* Does a step take a whole or half number of cycles?  Its length is the difference of one step. */
static bool is_step_whole(const struct table *table, struct answers *answers) {
    double branches = most_random(table), first = table_at(table, 0, STEPS_BEFORE);
    double last = table_at(table, table->rows - 1, STEPS_BEFORE);
    double more = predicted(table, last, false) - predicted(table, first, false);
    double step = more / (last - first) / branches;
    answer_note(answers, "a step of the generator takes %.3f cycles", step);
    return last > first && step > 0.5 && from_half(step) <= STEP_OFF * step;
}

static bool is_clear(double penalty) {
    double part = penalty - floor(penalty);
    return fabs(part - 0.5) <= HALF_PENALTY || fabs(part - 0.5) >= 0.5 - WHOLE_PENALTY;
}

static void branches_decide(const struct table *table, const struct options *options,
                            struct answers *answers) {
    static const char name[] = "branch_miss";
    struct penalties penalties;
    (void)options;
    read_penalties(table, &penalties);
    size_t last = penalties.alones > 0 ? penalties.alones - 1 : 0;
    double least = penalties.alone[0], most = penalties.alone[last];
    double penalty = alike_penalty(&penalties);
    if (penalties.alones < LEAST_ALONE)
        answer_unknown(answers, name, "only %zu branches could be measured; more are needed",
                       penalties.alones);
    else if (!is_step_whole(table, answers))
        answer_unknown(
            answers, name,
            "a step of the generator takes no whole number of cycles: the clock changed");
    else if (most < 1)
        answer_unknown(answers, name, "random branches cost no more than predictable ones");
    else if (!(penalty > 0))
        answer_unknown(answers, name,
                       "the penalty depends on the branch's place, from %.1f to %.1f cycles", least,
                       most);
    else if (!is_straight(&penalties))
        answer_unknown(answers, name, "a single random branch costs %.2f cycles, several do not",
                       penalty);
    else if (!is_clear(penalty) || penalty < 1)
        answer_unknown(answers, name, "%.2f cycles are no whole number", penalty);
    else
        answer_integer(answers, name, floor(penalty + 1 - BETWEEN_THEM), 0.95);
}

const struct method branches_method = {.name = "branches",
                                       .summary = "the cost of a mispredicted branch",
                                       .form = {{.keys = 4, .columns = 5, .above_zero = "cycles"}},
                                       .rows = 64,
                                       .decide = branches_decide};
