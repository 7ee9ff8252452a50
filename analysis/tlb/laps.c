/* laps.c - decides the replacement policy of the first TLB from loops that are timed as a whole
   (AMP 3.10).

   The table has one row for each step of a loop: the block visited, the mean cost of a visit when
   the loop is repeated, and the cost of as many visits that replace nothing.  Given the ways, each
   policy predicts how often a loop misses.  The cost is a + b * misses, with the same a and b for
   all loops, so each policy is fitted by least squares.

   The answer is the policy whose residual is close to zero where all others leave far more; unknown
   where none or several fit. */
#include "laps.h"

#include "../caches/replacement_fit.h"
#include "../caches/replacement_models.h"
#include "../method.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

enum { LAP_NUMBER, LAP_STEP, LAP_BLOCK, LAP_WAYS, LAP_CYCLES, LAP_SAME };
enum { MOST_LAPS = 32, LAP_STEPS = 5 * MODEL_MOST_WAYS, FEWEST_LAPS = 6 };
/* Repetitions of a loop before misses are counted, and those that are counted; for random
   replacement, sets that make at least CHANCES visits. */
enum { LAPS_BEFORE = 8, COUNTED_LAPS = 8, CHANCES = 4000 };
static const double LEFT = 0.012, LEFT_MORE = 0.01, LEFT_TIMES = 2, LAPS_SURE = 0.95;
/* Relative to the cost of a miss. */
static const double LAPS_OFF = 0.2;

struct all_laps {
    const struct laps *in;
    size_t count, ways;
    double cost[MOST_LAPS];
    double miss[MODELS][MOST_LAPS], left[MODELS];
    size_t block[LAP_STEPS * (LAPS_BEFORE + COUNTED_LAPS)];
    double step[LAP_STEPS * (LAPS_BEFORE + COUNTED_LAPS)];
};

static double lap_cell(const struct all_laps *laps, size_t row, size_t column) {
    return table_at(laps->in->table, row, column);
}

/* The misses of one visit in the steady state of the loop of STEPS in BLOCK. */
static double misses_of(struct all_laps *laps, enum model model, size_t steps) {
    size_t all = (LAPS_BEFORE + COUNTED_LAPS) * steps;
    double sum = 0;
    for (size_t i = steps; i < all; i++)
        laps->block[i] = laps->block[i - steps];
    model_predict(model, laps->ways, 1 + CHANCES / steps, laps->block, all, laps->step);
    for (size_t i = LAPS_BEFORE * steps; i < all; i++)
        sum += laps->step[i];
    return sum / (double)(COUNTED_LAPS * steps);
}

/* Reads the loop that begins at row FIRST.  Returns the row after it, or 0 where there is none. */
static size_t read_lap(size_t first, struct all_laps *laps) {
    size_t row = first, rows = laps->in->table->rows;
    double number = lap_cell(laps, first, LAP_NUMBER), ways = lap_cell(laps, first, LAP_WAYS);
    if (laps->count == MOST_LAPS || !(ways >= 2) || ways > MODEL_MOST_WAYS)
        return 0;
    for (; row < rows && table_is(laps->in->table, row, LAP_NUMBER, number); row++) {
        double block = lap_cell(laps, row, LAP_BLOCK);
        if (row - first == LAP_STEPS || !(block < MODEL_MOST_BLOCKS))
            return 0;
        laps->block[row - first] = (size_t)block;
    }
    laps->ways = (size_t)ways;
    laps->cost[laps->count] = lap_cell(laps, first, LAP_CYCLES) - lap_cell(laps, first, LAP_SAME);
    for (enum model model = MODEL_LRU; model < MODELS; model++)
        laps->miss[model][laps->count] = misses_of(laps, model, row - first);
    laps->count++;
    return row;
}

static bool read_laps(struct all_laps *laps) {
    size_t row = 0, rows = laps->in->table != NULL ? laps->in->table->rows : 0;
    do
        row = row < rows ? read_lap(row, laps) : 0;
    while (row > 0 && row < rows);
    return row > 0 && laps->count >= FEWEST_LAPS;
}

/* Does any other policy explain the laps nearly as well? */
static bool another_policy_fits(const struct all_laps *laps, enum model best) {
    double left = laps->left[best];
    for (enum model model = MODEL_LRU; model < MODELS; model++)
        if (!fit_same(laps->miss[model], laps->miss[best], laps->count) &&
            laps->left[model] < fmax(left + LEFT_MORE, LEFT_TIMES * left))
            return true;
    return false;
}

/* Do loops cost what hits and misses cost elsewhere?  Otherwise caches may add their share. */
static bool is_cost_known(const struct all_laps *laps, enum model model) {
    const struct laps *in = laps->in;
    for (size_t i = 0; i < laps->count && in->miss > 0; i++)
        if (fabs(laps->cost[i] - in->hit - in->miss * laps->miss[model][i]) > LAPS_OFF * in->miss)
            return false;
    return true;
}

static void answer_policy(struct all_laps *laps, const char *name, struct answers *answers) {
    enum model best = MODEL_LRU;
    size_t against;
    for (enum model model = MODEL_LRU; model < MODELS; model++) {
        laps->left[model] = fit_left(laps->miss[model], laps->cost, laps->count, &against);
        answer_note(answers, "%s leaves %.3f of a miss", model_word[model], laps->left[model]);
        best = laps->left[model] < laps->left[best] - 1e-6 ? model : best;
    }
    if (laps->left[best] > LEFT)
        answer_unknown(answers, name, "no modelled policy fits the cost of the loops");
    else if (!is_cost_known(laps, best))
        answer_unknown(answers, name,
                       "the fitted cost of a hit or a miss contradicts the one measured before");
    else if (another_policy_fits(laps, best))
        answer_unknown(answers, name, "several policies fit the cost of the loops");
    else
        answer_word(answers, name, model_word[best], LAPS_SURE);
}

void laps_answer(const struct laps *in, const char *name, struct answers *answers) {
    struct all_laps *laps = calloc(1, sizeof *laps);
    if (laps != NULL)
        laps->in = in;
    if (laps == NULL || !read_laps(laps))
        answer_unknown(answers, name, "the table has no loops for this number of ways");
    else
        answer_policy(laps, name, answers);
    free(laps);
}

static void laps_decide(const struct table *table, const struct options *options,
                        struct answers *answers) {
    struct laps laps = {.table = table};
    (void)options;
    laps_answer(&laps, "tlb1_replacement", answers);
}

const struct method laps_method = {.name = "laps",
                                   .summary = "the first TLB's policy, from laps",
                                   .form = {{.keys = 2, .columns = 6, .above_zero = "cycles same"}},
                                   .rows = 8192,
                                   .decide = laps_decide};
