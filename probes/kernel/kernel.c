/* kernel.c - measures the candidates of a kernel in rounds, each candidate as it will be called
   (Whaley & Castaldo 6).  Fails if the first candidate is wrong, or none can be timed.

   Candidates take turns, so that disturbances affect all alike, and another one begins each round.
   Rounds continue until it is certain of each candidate whether it is as fast as the fastest. */
#include "kernel.h"

#include "../../analysis/kernel/paired.h"
#include "../machine/real/real.h"
#include "binding.h"
#include "check.h"
#include "turns.h"

#include <math.h>
#include <stdlib.h>

enum { LEAST_ROUNDS = 2 * PAIRED_LEAST, MOST_ROUNDS = PAIRED_MOST };
/* The comparison ends after this time, even if it is not decided. */
static const double MOST_NS = 3e9;

struct race {
    struct machine *machine;
    const struct kernel *kernel;
    struct turns *turns;
    FILE *out;
    double *results, *expected; /* of a candidate, and of the first candidate */
    bool alive[CANDIDATES_MOST];
    double ns[CANDIDATES_MOST][MOST_ROUNDS];
    size_t rounds;
    double end_ns; /* in terms of machine_age_ns */
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

/* Returns whether each candidate is known to be as fast as the best, or slower. */
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
            race->ns[candidate][race->rounds] = turns_sample(race->turns, candidate);
    }
    race->rounds++;
}

static void run_rounds(struct race *race) {
    while (race->rounds < LEAST_ROUNDS ||
           (race->rounds < MOST_ROUNDS && machine_age_ns(race->machine) < race->end_ns &&
            !are_told_apart(race)))
        run_round(race);
}

/* Returns how many candidates are left. */
static size_t check_again(struct race *race) {
    size_t alive = 0;
    for (size_t i = 0; i < race->kernel->candidates; i++) {
        if (race->alive[i])
            turns_check(race->turns, i, race->expected);
        alive += race->alive[i];
    }
    return alive;
}

/* Repeats while the fastest candidate turns out to be wrong, since the others may not have been
   compared enough. */
static const char *run_and_check(struct race *race) {
    size_t best, alive;
    do {
        run_rounds(race);
        best = best_of(race);
        alive = check_again(race);
    } while (alive > 0 && !race->alive[best]);
    return alive > 0 ? NULL : "every candidate fails after some calls";
}

/* ---- candidates ---- */

/* Returns why the candidate is rejected, or NULL.  *LIMIT_S limits the time of the first candidate,
   and is then set to the limit for the others. */
static const char *try_candidate(struct race *race, size_t candidate, double *limit_s) {
    const struct kernel *kernel = race->kernel;
    double begin_ns = clock_ns();
    if (*kernel->compiled[candidate] == 0)
        return "does not compile, or cannot be linked";
    const char *why =
        kernel_try(kernel, candidate, *limit_s, candidate == 0 ? race->expected : race->results);
    if (candidate == 0)
        *limit_s = turns_limit_s(kernel, (clock_ns() - begin_ns) / 1e9);
    else if (why == NULL && !kernel_agrees(kernel, race->results, race->expected))
        return "gives other results than the first";
    return why;
}

/* Finds the candidates that give the first one's results. */
static const char *find_alive(struct race *race) {
    const struct kernel *kernel = race->kernel;
    double limit_s = turns_limit_s(kernel, 0);
    for (size_t i = 0; i < kernel->candidates && (i == 0 || race->alive[0]); i++) {
        const char *why = try_candidate(race, i, &limit_s);
        race->alive[i] = why == NULL;
        if (why != NULL)
            fprintf(race->out, "# %s: %s\n", kernel->candidate[i], why);
    }
    return race->alive[0] ? NULL : "the first candidate, the reference for the others, fails";
}

/* ---- table ---- */

static void print_rounds(const struct race *race) {
    const struct kernel *kernel = race->kernel;
    fprintf(race->out, "# columns: kernel_%s", kernel->name);
    for (size_t i = 0; i < kernel->candidates; i++)
        if (race->alive[i])
            fprintf(race->out, " %s", kernel->candidate[i]);
    for (size_t round = 0; round < race->rounds; round++) {
        fprintf(race->out, "\n%zu", round);
        for (size_t i = 0; i < kernel->candidates; i++)
            if (race->alive[i])
                fprintf(race->out, "\t%.4g", fmax(race->ns[i][round], 0));
    }
    fputc('\n', race->out);
}

static const char *run_race(struct race *race) {
    const char *why = turns_open(race->machine, race->kernel, race->alive, race->out, &race->turns);
    race->end_ns = machine_age_ns(race->machine) + MOST_NS;
    if (why == NULL)
        why = run_and_check(race);
    if (why == NULL)
        print_rounds(race);
    turns_close(race->turns);
    return why;
}

static const char *run_all(struct race *race) {
    size_t results = kernel_results(race->kernel);
    double *room = calloc(2 * results, sizeof *room);
    if (room == NULL)
        return "no memory";
    race->results = room;
    race->expected = room + results;
    const char *why = find_alive(race);
    if (why == NULL)
        why = run_race(race);
    free(room);
    return why;
}

const char *kernel_sweep(struct machine *machine, const struct kernel *kernel, FILE *out) {
    if (kernel->candidates > CANDIDATES_MOST || kernel->operands > OPERANDS_MOST ||
        kernel->align >= ALIGN_MOST)
        return NEVER_HERE
            "there are too many candidates or operands, or the alignment is a page or more";
    for (size_t i = 0; i < kernel->operands; i++)
        if (kernel->operand[i].where.count == 0 || kernel->operand[i].where.stride == 0)
            return NEVER_HERE "an operand has no elements, or a stride of 0";
    if (kernel->cpus > 1 && !cpus_spread(machine, kernel->cpus))
        return NEVER_HERE
            "the process may use fewer CPUs than the kernel needs, or cannot be bound to them";
    struct race *race = calloc(1, sizeof *race);
    if (race == NULL)
        return "no memory";
    race->machine = machine;
    race->kernel = kernel;
    race->out = out;
    fprintf(out, "# sweep: kernel_%s\n", kernel->name);
    const char *why = run_all(race);
    free(race);
    return why;
}
