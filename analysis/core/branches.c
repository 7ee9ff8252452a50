/* branches.c - the cost of a mispredicted branch (METHODS 1.21).

   A table of loops with the same branches: what a round takes with none of them random, with each
   alone, and with all, behind so many `steps` of a generator.  Half of a random branch's
   predictions are wrong, whatever predicts it, so that one costs twice what it adds to a round.
   It must add the same wherever it stands, behind chains of either length and among any number of
   others, or what it adds is not the penalty alone. */
#include "../ascending.h"
#include "../method.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

enum { STEPS_BEFORE, TAKEN_ALWAYS, TAKEN_AT_RANDOM, FIRST_RANDOM, BRANCHES_CYCLES };
enum { MOST_PENALTIES = 64, LEAST_ALONE = 8 };

/* What chance and the clock leave of differences, in parts of the penalty (five deviations of
   160000 throws and what the ruler is off by) and in cycles. */
static const double THROWS = 0.02, CLOCK_LEAVES = 0.1;
/* Behind a branch that lies badly, at a line's end or outside of the decoded ones, the right path
   comes later; that may be so with few of them. */
static const double MOST_ALIKE = 0.75;
/* Penalties are whole cycles, or between two where those of the two directions differ by one; and
   so is a step, whose operations may be half cycles. */
static const double WHOLE_PENALTY = 0.2, HALF_PENALTY = 0.1, BETWEEN_THEM = 0.3, STEP_OFF = 0.005;

/* A random branch's penalties: alone, and on average where all are random. */
struct penalties {
    double alone[MOST_PENALTIES], among[MOST_PENALTIES];
    size_t alones, amongs;
};

/* The row with so many always taken and no random one; NOT_MEASURED where there is none. */
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

/* Half of the random branches' predictions are taken ones, and may cost more than not taken. */
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

/* The mean of those alone that are as the median is.  Returns 0 where too few are, or one is less:
   then the median is some mixture. */
static double alike_penalty(const struct penalties *penalties) {
    size_t count = penalties->alones, first = 0, end;
    double median = count > 0 ? penalties->alone[count / 2] : 0;
    double off = THROWS * median + CLOCK_LEAVES;
    while (first < count && penalties->alone[first] < median - off)
        first++;
    for (end = first; end < count && penalties->alone[end] <= median + off; end++)
        continue;
    bool alike = first == 0 && (double)end >= MOST_ALIKE * (double)count;
    return alike ? mean_of(penalties->alone, end) : 0;
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

/* Is a step, in the ruler's cycles, a number of halves?  Its length is that of one step more. */
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
        answer_unknown(answers, name, "%zu branches are too few", penalties.alones);
    else if (!is_step_whole(table, answers))
        answer_unknown(answers, name, "a step of the generator is no whole number of cycles");
    else if (most < 1)
        answer_unknown(answers, name, "random branches cost nothing");
    else if (!(penalty > 0))
        answer_unknown(answers, name, "from %.1f to %.1f cycles, by the branch's place", least,
                       most);
    else if (!is_straight(&penalties))
        answer_unknown(answers, name, "branches alone cost %.2f cycles, and not so among others",
                       penalty);
    else if (!is_clear(penalty) || penalty < 1)
        answer_unknown(answers, name, "%.2f cycles are of no clear number", penalty);
    else
        answer_integer(answers, name, floor(penalty + 1 - BETWEEN_THEM), 0.95);
}

const struct method branches_method = {.name = "branches",
                                       .summary = "the cost of a mispredicted branch",
                                       .form = {{.keys = 4, .columns = 5, .above_zero = "cycles"}},
                                       .rows = 64,
                                       .decide = branches_decide};
