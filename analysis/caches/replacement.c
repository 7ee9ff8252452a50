/* replacement.c - decides the replacement policy from a trace of timed visits.

   The table has visits in order: the block, and the cost of its load.  For levels after the first
   they are a section of the table of colours.c.  Given the ways, each policy predicts which visits
   miss; a visit costs a + b * miss, with the same a and b for all visits.  So each policy is fitted
   by least squares.  The true policy leaves only noise, and any other is off by b wherever the two
   differ.  The answer is a policy with a small residual where all others, except those that predict
   the same, leave far more; unknown otherwise.  Where no policy fits the first level's trace, that
   of the section `single' decides, which was timed in single sets. */
#include "../ascending.h"
#include "../method.h"
#include "replacement_fit.h"
#include "replacement_models.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Columns of the first level's trace, and of `visits'. */
enum { VISIT_BLOCK = 1, VISIT_WAYS, VISIT_NS = 5, LEVEL_CYCLES = 2, SINGLE_NS = 2 };
enum { LEVEL_NUMBER, LEVEL_WAYS = 2 };
/* Random replacement is the mean of this many sets, within a few percent. */
enum { RANDOM_SETS = 400 };
enum { MOST_STEPS = 4096 }; /* the method takes as many rows */

/* Residuals relative to the cost of a miss: one wrong visit in 100 leaves 0.1. */
static const double SURELY = 0.8, MUCH_MORE = 1.25;
static const double LITTLE[MODELS] = {0.1, 0.1, 0.1, 0.06}, APART = 0.08, TIMES = 1.5;

struct fit {
    double miss[MOST_STEPS];
    double left;
    size_t against; /* visits that are off by more than half a miss */
};

struct trial_of_policies {
    size_t steps, ways;
    size_t block[MOST_STEPS];
    double ns[MOST_STEPS], cost[MOST_STEPS];
    struct fit fit[MODELS];
};

/* A visit may miss the next level as well, which costs more but is one miss.  So costs are limited
   to little more than that of most sure misses. */
static void cap_costs(struct trial_of_policies *trial, const double *miss) {
    size_t surely = 0;
    double *cost = trial->cost;
    for (size_t i = 0; i < trial->steps; i++)
        if (miss[i] > SURELY)
            cost[surely++] = trial->ns[i];
    qsort(cost, surely, sizeof *cost, ascending);
    double most = surely > 0 ? MUCH_MORE * cost[surely / 2] : 0;
    for (size_t i = 0; i < trial->steps; i++)
        cost[i] = fmin(trial->ns[i], most);
}

/* Reads the visits of TRACE to a set of so many WAYS.  Returns false where it has none, or too many
   ways, blocks or visits. */
static bool read_trace(const struct table *trace, double ways, size_t cost,
                       struct trial_of_policies *trial) {
    if (trace == NULL || !(ways >= 1) || ways > MODEL_MOST_WAYS || trace->rows > MOST_STEPS)
        return false;
    trial->ways = (size_t)ways;
    for (; trial->steps < trace->rows; trial->steps++) {
        double block = table_at(trace, trial->steps, VISIT_BLOCK);
        if (!(block < MODEL_MOST_BLOCKS))
            return false;
        trial->block[trial->steps] = (size_t)block;
        trial->ns[trial->steps] = table_at(trace, trial->steps, cost);
    }
    return trial->steps > 0;
}

/* How far the costs of visits that hit under any policy, or miss under any, are from their means,
   relative to the cost of a miss: the root mean square.  NOT_MEASURED where there are none. */
static double blur_of(const struct trial_of_policies *trial) {
    bool seen[MODEL_MOST_BLOCKS] = {false};
    double sum[2] = {0, 0}, squares[2] = {0, 0}, visits[2] = {0, 0};
    for (size_t i = 0; i < trial->steps; i++) {
        bool first = !seen[trial->block[i]];
        bool again = i > 0 && trial->block[i] == trial->block[i - 1];
        seen[trial->block[i]] = true;
        if (first || again) {
            sum[first] += trial->cost[i];
            squares[first] += trial->cost[i] * trial->cost[i];
            visits[first]++;
        }
    }
    double miss = sum[true] / visits[true] - sum[false] / visits[false];
    double off = squares[true] - sum[true] * sum[true] / visits[true] + squares[false] -
                 sum[false] * sum[false] / visits[false];
    return miss > 0 ? sqrt(fmax(off, 0) / (visits[true] + visits[false])) / miss : NOT_MEASURED;
}

static enum model best_of(const struct trial_of_policies *trial) {
    enum model best = MODEL_LRU;
    for (enum model model = MODEL_LRU; model < MODELS; model++)
        if (trial->fit[model].left < trial->fit[best].left)
            best = model;
    return best;
}

/* Does any other policy explain the trace nearly as well? */
static int another_policy_fits_trace(const struct trial_of_policies *trial, enum model best) {
    const struct fit *fit = trial->fit;
    for (enum model model = MODEL_LRU; model < MODELS; model++)
        if (fit[model].left < fmax(fit[best].left + APART, TIMES * fit[best].left) &&
            !fit_same(fit[model].miss, fit[best].miss, trial->steps))
            return 1;
    return 0;
}

/* Fits MODEL to a set of so many WAYS. */
static const struct fit *fit_model(struct trial_of_policies *trial, enum model model, size_t ways) {
    struct fit *fit = &trial->fit[model];
    model_predict(model, ways, RANDOM_SETS, trial->block, trial->steps, fit->miss);
    cap_costs(trial, fit->miss);
    fit->left = fit_left(fit->miss, trial->cost, trial->steps, &fit->against);
    return fit;
}

/* Would any policy fit a set of so many WAYS?  Replaces the fits to the ways of the table. */
static bool any_fits(struct trial_of_policies *trial, size_t ways) {
    if (ways < 1 || ways > MODEL_MOST_WAYS)
        return false;
    for (enum model model = MODEL_LRU; model < MODELS; model++)
        if (fit_model(trial, model, ways)->left <= LITTLE[model])
            return true;
    return false;
}

/* Where visits whose outcome is sure cost nearly the same each, it is not the noise of the timing
   that no policy fits; and where none fits a set of nearly as many ways, it is not a wrong number
   of ways. */
static void answer_no_policy(const char *name, struct trial_of_policies *trial, enum model best,
                             struct answers *answers) {
    double left = trial->fit[best].left, blur = blur_of(trial);
    answer_note(answers, "sure hits and misses are off by %.3f of a miss", blur);
    answer_unknown(answers, name, "no modelled policy fits the visits that miss");
    bool clear = blur < LITTLE[MODEL_LRU] && left > LITTLE[best] && left > TIMES * blur;
    if (clear && !any_fits(trial, trial->ways - 1) && !any_fits(trial, trial->ways + 1))
        answer_final(answers, name);
}

static bool is_explained(const struct trial_of_policies *trial, enum model best) {
    bool drawn = best == MODEL_RANDOM; /* it predicts how often visits miss, and not which */
    return trial->fit[best].left <= LITTLE[best] && (drawn || trial->fit[best].against == 0);
}

static void decide_policy(const char *name, struct trial_of_policies *trial,
                          struct answers *answers) {
    for (enum model model = MODEL_LRU; model < MODELS; model++)
        answer_note(answers, "%s leaves %.3f of a miss", model_word[model], trial->fit[model].left);
    enum model best = best_of(trial);
    if (!is_explained(trial, best))
        answer_no_policy(name, trial, best, answers);
    else if (trial->ways == 1) /* with one way there is nothing to choose */
        answer_none(answers, name, 0.95);
    else if (another_policy_fits_trace(trial, best))
        answer_unknown(answers, name, "several policies fit the trace");
    else
        answer_word(answers, name, model_word[best], 0.97);
}

static bool read_and_fit(const struct table *trace, double ways, size_t cost,
                         struct trial_of_policies *trial) {
    memset(trial, 0, sizeof *trial);
    bool read = read_trace(trace, ways, cost, trial);
    for (enum model model = MODEL_LRU; model < MODELS && read; model++)
        fit_model(trial, model, trial->ways);
    return read;
}

/* Takes the first level's trace, or where no policy explains it that of single sets. */
static bool read_first(const struct table *table, double ways, struct trial_of_policies *trial) {
    const struct table *single = table_section(table, "single");
    bool read = read_and_fit(table_section(table, ""), ways, VISIT_NS, trial);
    if (single == NULL || (read && is_explained(trial, best_of(trial))))
        return read;
    return read_and_fit(single, ways, SINGLE_NS, trial);
}

static void replacement_decide(const struct table *table, const struct options *options,
                               struct answers *answers) {
    struct trial_of_policies *trial = calloc(1, sizeof *trial);
    const struct table *level = table_section(table, "level");
    const struct table *visits = table_section(table, "visits"), *first = table_section(table, "");
    bool behind = level != NULL && level->rows > 0 && visits != NULL;
    const struct table *said = behind ? level : first;
    bool any = said != NULL && said->rows > 0;
    double ways = any ? table_at(said, 0, behind ? LEVEL_WAYS : VISIT_WAYS) : 0;
    char name[ANSWER_NAME];
    (void)options;
    answer_name(name, behind ? table_at(level, 0, LEVEL_NUMBER) : 1, "replacement");
    if (trial == NULL || !(behind ? read_and_fit(visits, ways, LEVEL_CYCLES, trial)
                                  : read_first(table, ways, trial)))
        answer_unknown(answers, name, "the table has no trace for this level");
    else
        decide_policy(name, trial, answers);
    free(trial);
}

const struct method replacement_method = {
    .name = "replacement",
    .summary = "replacement policy, from timed visits",
    .form = {{.section = "", .optional = true, .keys = 3, .columns = 6},
             {.section = "level", .optional = true, .columns = 5, .above_zero = "level"},
             {.section = "visits", .optional = true, .keys = 1, .columns = 3},
             {.section = "single", .optional = true, .keys = 1, .columns = 3}},
    .rows = 4096,
    .decide = replacement_decide};
