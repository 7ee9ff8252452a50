/* turns.c - lets candidates take turns, each in a separate process, so that one that crashes or
   hangs after a few calls does not affect the others. */
#include "turns.h"

#include "../machine/real/real.h"
#include "check.h"
#include "process.h"
#include "timer.h"

#include <math.h>
#include <stdlib.h>

/* Limits on an answer.  A candidate that is TURNS_TIMES slower than another cannot win, but a busy
   machine may delay any of them.  All candidates that never return must fit into a probe's time
   limit. */
static const double TURNS_LONGEST_S = 3, TURNS_TIMES = 20, TURNS_SHORTEST_S = 0.5, TURNS_ALL_S = 4;

static const char QUESTIONS[] = {'e', 'g', 's', 'c'};
enum { SEES_EACH, GROWS, SAMPLES, CHECKS, QUESTION_KINDS };

struct turn {
    struct turns *turns;
    size_t candidate;
    struct process process;
};

struct turns {
    const struct kernel *kernel;
    bool *alive;
    FILE *out;
    struct timer *timer;
    double *results; /* shared with the processes */
    struct turn turn[CANDIDATES_MOST];
    double longest_s[QUESTION_KINDS]; /* the longest answer so far, by kind of question */
};

double turns_limit_s(const struct kernel *kernel, double first_s) {
    double shortest_s = fmin(TURNS_SHORTEST_S, TURNS_ALL_S / (double)kernel->candidates);
    return first_s > 0 ? fmax(shortest_s, TURNS_TIMES * first_s) : TURNS_LONGEST_S;
}

/* ---- in the process of a candidate ---- */

static double answer(void *with, char question) {
    struct turn *turn = with;
    struct turns *turns = turn->turns;
    if (question == QUESTIONS[SEES_EACH])
        return timer_sees_a_call(turns->timer, turn->candidate);
    if (question == QUESTIONS[GROWS])
        return timer_grow(turns->timer, turn->candidate);
    if (question == QUESTIONS[SAMPLES])
        return timer_sample(turns->timer, turn->candidate);
    return (double)kernel_call(turns->kernel, turn->candidate, 0, turns->results);
}

/* ---- in the sweep ---- */

static void rule_out(struct turns *turns, size_t candidate, const char *why) {
    turns->alive[candidate] = false;
    fprintf(turns->out, "# %s: %s, after some calls\n", turns->kernel->candidate[candidate], why);
    process_close(&turns->turn[candidate].process);
}

/* Returns the candidate's answer, or 0 if there is none. */
static double ask(struct turns *turns, size_t candidate, size_t kind) {
    double said = 0, begin_ns = clock_ns(), *longest_s = &turns->longest_s[kind];
    const char *why = process_ask(&turns->turn[candidate].process, QUESTIONS[kind],
                                  turns_limit_s(turns->kernel, *longest_s), &said);
    if (why != NULL)
        rule_out(turns, candidate, why);
    else
        *longest_s = fmax(*longest_s, (clock_ns() - begin_ns) / 1e9);
    return why == NULL ? said : 0;
}

static void start_processes(struct turns *turns) {
    for (size_t i = 0; i < turns->kernel->candidates; i++) {
        struct turn *turn = &turns->turn[i];
        turn->turns = turns;
        turn->candidate = i;
        const char *why = turns->alive[i] ? process_open(&turn->process, answer, turn) : NULL;
        if (why != NULL)
            rule_out(turns, i, why);
    }
}

static void end_processes(struct turns *turns) {
    for (size_t i = 0; i < turns->kernel->candidates; i++)
        if (turns->turn[i].turns != NULL && turns->alive[i])
            process_close(&turns->turn[i].process);
}

static const char *start(struct turns *turns, struct machine *machine, bool many) {
    const char *why = timer_open(machine, turns->kernel, many, &turns->timer);
    if (why == NULL)
        start_processes(turns);
    return why;
}

static bool sees_each_call(struct turns *turns) {
    bool seen = true;
    for (size_t i = 0; i < turns->kernel->candidates; i++)
        if (turns->alive[i]) {
            bool here = ask(turns, i, SEES_EACH) > 0;
            seen = seen && (here || !turns->alive[i]);
        }
    return seen;
}

static const char *grow_calls(struct turns *turns) {
    for (size_t i = 0; i < turns->kernel->candidates; i++)
        if (turns->alive[i] && !(ask(turns, i, GROWS) > 0) && turns->alive[i])
            return "the clock is too coarse for the calls that a sample may have";
    return NULL;
}

const char *turns_open(struct machine *machine, const struct kernel *kernel, bool *alive, FILE *out,
                       struct turns **made) {
    struct turns *turns = *made = calloc(1, sizeof *turns);
    if (turns == NULL)
        return "no memory";
    turns->kernel = kernel;
    turns->alive = alive;
    turns->out = out;
    turns->results = kernel_share(kernel_results(kernel));
    if (turns->results == NULL)
        return "no memory";
    const char *why = start(turns, machine, false);
    if (why != NULL || sees_each_call(turns))
        return why;
    end_processes(turns);
    timer_close(turns->timer);
    why = start(turns, machine, true);
    return why == NULL ? grow_calls(turns) : why;
}

void turns_close(struct turns *turns) {
    if (turns == NULL)
        return;
    end_processes(turns);
    timer_close(turns->timer);
    if (turns->results != NULL)
        kernel_unshare(turns->results, kernel_results(turns->kernel));
    free(turns);
}

double turns_sample(struct turns *turns, size_t candidate) {
    return ask(turns, candidate, SAMPLES);
}

void turns_check(struct turns *turns, size_t candidate, const double *expected) {
    double tried = ask(turns, candidate, CHECKS);
    const char *why = turns->alive[candidate] ? kernel_why((enum tried)tried) : NULL;
    if (turns->alive[candidate] && why == NULL &&
        !kernel_agrees(turns->kernel, turns->results, expected))
        why = "gives other results";
    if (why != NULL)
        rule_out(turns, candidate, why);
}
