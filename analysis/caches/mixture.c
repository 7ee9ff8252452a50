/* mixture.c - every cache level from a latency curve, with the colour mixture as a witness of its
   edges.

   No configure carries it: a size that both agree on is likely, and no more. */
#include "levels.h"
#include "mixture_capacity.h"
#include "mixture_fit.h"
#include "mixture_policy.h"

/* The caches that could have made the edge. */
static bool ask_mixture(const struct curve *curve, const struct level *level, size_t k,
                        double *size, struct answers *answers) {
    struct mixture mixture;
    size_t first = level->first, rows = level[1].last - first + 1;
    if (!mixture_fit(curve->bytes + first, curve->latency + first, rows, *size, &mixture) ||
        !(mixture.most > 0))
        return false;
    answer_note(answers, "witness: l%zu by the colour mixture: %.0f bytes", k + 1, mixture.size);
    answer_note(
        answers, "l%zu: %.0f to %.0f bytes explain the edge, best %zu ways, %s, off by %.1f", k + 1,
        mixture.least, mixture.most, mixture.ways, policy_name(mixture.policy), mixture.misfit);
    return capacity_agree(size, level[-1].size, &mixture);
}

static void mixture_decide(const struct table *table, const struct options *options,
                           struct answers *answers) {
    (void)options;
    levels_answer(table, ask_mixture, answers);
}

const struct method mixture_method = {
    .name = "mixture",
    .summary = "as levels, with page colours as a second witness",
    .form = {{.keys = 1, .columns = 2, .above_zero = "cycles ns flushed"}},
    .rows = 4096,
    .decide = mixture_decide};
