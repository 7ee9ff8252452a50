/* kernel.c - the sweep of a kernel: rounds of its candidates, each timed as it will be called.

   Candidates take turns, so that what else happens is the same for all, and another begins each
   round; until it is certain of each whether it is as fast as the fastest (Whaley & Castaldo 6). */
#include "kernel.h"

#include "../../analysis/kernel/paired.h"
#include "check.h"
#include "cpus.h"
#include "timer.h"

#include <math.h>
#include <stdlib.h>

enum { LEAST_ROUNDS = 2 * PAIRED_LEAST, MOST_ROUNDS = PAIRED_MOST };
/* Of the machine's age: nobody waits longer for certainty. */
static const double MOST_NS = 3e9;

struct race {
    struct machine *machine;
    const struct kernel *kernel;
    struct timer *timer;
    bool alive[CANDIDATES_MOST];
    double ns[CANDIDATES_MOST][MOST_ROUNDS];
    size_t rounds;
};

/* ---- rounds ---- */

static size_t best_of(const struct race *race) {
    size_t best = CANDIDATES_MOST;
    for (size_t i = 0; i < race->kernel->candidates; i++)
        if (race->alive[i] &&
            (best == CANDIDATES_MOST ||
             paired_mean(race->ns[i], race->rounds) < paired_mean(race->ns[best], race->rounds)))
            best = i;
    return best;
}

/* Is each as fast as the best, or slower than it? */
static bool are_told_apart(const struct race *race) {
    size_t best = best_of(race);
    for (size_t i = 0; i < race->kernel->candidates; i++)
        if (race->alive[i] && i != best &&
            paired_compare(race->ns[i], race->ns[best], race->rounds) == PAIRED_OPEN)
            return false;
    return true;
}

static void run_round(struct race *race) {
    size_t candidates = race->kernel->candidates;
    for (size_t i = 0; i < candidates; i++) {
        size_t candidate = (race->rounds + i) % candidates;
        if (race->alive[candidate])
            race->ns[candidate][race->rounds] = timer_sample(race->timer, candidate);
    }
    race->rounds++;
}

static void run_rounds(struct race *race) {
    do
        run_round(race);
    while (race->rounds < LEAST_ROUNDS ||
           (race->rounds < MOST_ROUNDS && machine_age_ns(race->machine) < MOST_NS &&
            !are_told_apart(race)));
}

/* ---- candidates ---- */

/* Those that give what the first one does.  Returns how many. */
static size_t try_candidates(struct race *race, double *results, double *expected, FILE *out) {
    const struct kernel *kernel = race->kernel;
    size_t alive = 0;
    for (size_t i = 0; i < kernel->candidates && (i == 0 || race->alive[0]); i++) {
        const char *why = "does not compile, or cannot be linked";
        if (*kernel->compiled[i] != 0)
            why = kernel_try(kernel, i, i == 0 ? expected : results);
        if (why == NULL && i > 0 && !kernel_agrees(kernel, results, expected))
            why = "gives other results than the first";
        race->alive[i] = why == NULL;
        alive += why == NULL;
        if (why != NULL)
            fprintf(out, "# %s: %s\n", kernel->candidate[i], why);
    }
    return alive;
}

static const char *find_alive(struct race *race, FILE *out) {
    size_t results = kernel_results(race->kernel);
    double *room = calloc(2 * results, sizeof *room);
    size_t alive = room != NULL ? try_candidates(race, room, room + results, out) : 0;
    free(room);
    if (room == NULL)
        return "no memory";
    return alive > 0 ? NULL : "the first candidate, by which the others go, is no good";
}

/* ---- table ---- */

static void print_rounds(const struct race *race, FILE *out) {
    const struct kernel *kernel = race->kernel;
    fprintf(out, "# columns: kernel_%s", kernel->name);
    for (size_t i = 0; i < kernel->candidates; i++)
        if (race->alive[i])
            fprintf(out, " %s", kernel->candidate[i]);
    for (size_t round = 0; round < race->rounds; round++) {
        fprintf(out, "\n%zu", round);
        for (size_t i = 0; i < kernel->candidates; i++)
            if (race->alive[i])
                fprintf(out, "\t%.4g", fmax(race->ns[i][round], 1e-3));
    }
    fputc('\n', out);
}

static const char *run_race(struct race *race, FILE *out) {
    const char *why = timer_open(race->machine, race->kernel, race->alive, &race->timer);
    if (why == NULL) {
        run_rounds(race);
        print_rounds(race, out);
    }
    timer_close(race->timer);
    return why;
}

const char *kernel_sweep(struct machine *machine, const struct kernel *kernel, FILE *out) {
    if (kernel->candidates > CANDIDATES_MOST || kernel->operands > OPERANDS_MOST ||
        kernel->align >= ALIGN_MOST)
        return "there are more candidates or operands than there is room for, or they are aligned "
               "to pages";
    for (size_t i = 0; i < kernel->operands; i++)
        if (kernel->operand[i].where.count == 0 || kernel->operand[i].where.stride == 0)
            return "an operand has no elements, or all of them are one";
    if (kernel->cpus > 1 && !cpus_spread(machine, kernel->cpus))
        return "the process may not use so many CPUs, or cannot be kept on them";
    struct race *race = calloc(1, sizeof *race);
    if (race == NULL)
        return "no memory";
    race->machine = machine;
    race->kernel = kernel;
    fprintf(out, "# sweep: kernel_%s\n", kernel->name);
    const char *why = find_alive(race, out);
    if (why == NULL)
        why = run_race(race, out);
    free(race);
    return why;
}
