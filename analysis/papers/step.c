/* step.c - decides the one step of a curve (BlackjackBench 4.2.1 and 4.2.2).

   Each rule weighs the increase after every point and chooses one.  Monotone enforcement (4.1)
   comes first, so that no weight is negative. */
#include "../method.h"
#include "number.h"

#include "../monotone.h"

#include <math.h>
#include <stdlib.h>

/* ---- weights ---- */

static double relative(double from, double to) {
    return (to - from) / from;
}

/* The paper's dY x Y does not say which Y; this is the one that its dY / Y divides by. */
static double scaled(double from, double to) {
    return (to - from) * from;
}

/* ---- choices ---- */

struct choice {
    size_t at; /* the number of weights where none is chosen */
    double confidence;
};

/* 4.2.1: the first above the average, since many small increases and few large ones average between
   the two.  The confidence follows from the distance of the average, in proportion, to the weight
   that exceeds it and to the largest one before. */
static struct choice choose_first(const double *weight, size_t n) {
    struct choice choice = {0, 0};
    double average = 0, passed = 0;
    for (size_t i = 0; i < n; i++)
        average += weight[i] / (double)n;
    for (; choice.at < n && !(weight[choice.at] > average); choice.at++)
        passed = fmax(passed, weight[choice.at]);
    if (choice.at < n)
        choice.confidence = fmin(1 - average / weight[choice.at], 1 - passed / average);
    return choice;
}

/* 4.2.2: the biggest.  The confidence is high where the second largest is small beside it: of two
   equal steps, which one comes first is no evidence. */
static struct choice choose_biggest(const double *weight, size_t n) {
    struct choice choice = {n, 0};
    double best = 0, second = 0;
    for (size_t i = 0; i < n; i++) {
        if (weight[i] > best) {
            second = best;
            best = weight[i];
            choice.at = i;
        } else {
            second = fmax(second, weight[i]);
        }
    }
    if (choice.at < n)
        choice.confidence = 1 - second / best;
    return choice;
}

/* ---- answers ---- */

static void answer_step(const struct table *table, struct choice choice, struct answers *answers) {
    if (choice.at + 1 < table->rows && isfinite(choice.confidence)) {
        answer_number(answers, "step", table_at(table, choice.at, 0), choice.confidence);
        answer_number(answers, "step_next", table_at(table, choice.at + 1, 0), choice.confidence);
    } else {
        answer_unknown(answers, "step", "no increase stands out");
        answer_unknown(answers, "step_next", "no increase stands out");
    }
}

static void decide(const struct table *table, double (*weigh)(double from, double to),
                   struct choice (*choose)(const double *weight, size_t n),
                   struct answers *answers) {
    double *y = table_column(table, 1);
    if (y == NULL) {
        answer_unknown(answers, "step", "no memory");
        answer_unknown(answers, "step_next", "no memory");
        return;
    }
    monotone_enforce(y, table->rows);
    for (size_t i = 0; i + 1 < table->rows; i++)
        y[i] = weigh(y[i], y[i + 1]);
    answer_step(table, choose(y, table->rows - 1), answers);
    free(y);
}

static void step_first_decide(const struct table *table, const struct options *options,
                              struct answers *answers) {
    (void)options;
    decide(table, relative, choose_first, answers);
}

const struct method step_first_method = {.name = "step-first",
                                         .summary =
                                             "first step above the average one (BlackjackBench)",
                                         .form = {{.keys = 1, .columns = 2, .above_zero = "*"}},
                                         .rows = TABLE_MAX_ROWS,
                                         .decide = step_first_decide};

static void step_relative_decide(const struct table *table, const struct options *options,
                                 struct answers *answers) {
    (void)options;
    decide(table, relative, choose_biggest, answers);
}

const struct method step_relative_method = {.name = "step-relative",
                                            .summary =
                                                "biggest step in proportion (BlackjackBench)",
                                            .form = {{.keys = 1, .columns = 2, .above_zero = "*"}},
                                            .rows = TABLE_MAX_ROWS,
                                            .decide = step_relative_decide};

static void step_scaled_decide(const struct table *table, const struct options *options,
                               struct answers *answers) {
    (void)options;
    decide(table, scaled, choose_biggest, answers);
}

const struct method step_scaled_method = {.name = "step-scaled",
                                          .summary =
                                              "biggest step times its height (BlackjackBench)",
                                          .form = {{.keys = 1, .columns = 2, .above_zero = "*"}},
                                          .rows = TABLE_MAX_ROWS,
                                          .decide = step_scaled_decide};
