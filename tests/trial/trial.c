/* trial.c - runs a sweep and checks its answers. */
#include "trial.h"

#include "excuses.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The noise of a machine whose file has none. */
static const struct noise USUAL_NOISE = {
    .jitter = 0.003, .preempted = 0.02, .preempted_us = 20, .disagree = 0.01, .step_ns = 1};
static const struct noise NO_NOISE = {.jitter = 0};

/* The performance counters of a machine whose file has none: all of them. */
static const struct sim_counters COUNTERS = {
    .events = (1U << EVENTS) - 1, .overhead = 7, .touched = 20, .shared = 0.02};

/* Parameters that the sweep counted_data must find, although their rows do not name it. */
static const char *const COUNTED_TOO[] = {"l1_size", "l1_assoc", "l1_line", "l1_write_allocate",
                                          NULL};

const char *const *trial_also(const struct tried *tried) {
    bool counted = strcmp(tried->name, "counted_data") == 0;
    return counted ? COUNTED_TOO : &COUNTED_TOO[sizeof COUNTED_TOO / sizeof *COUNTED_TOO - 1];
}

/* Returns the truth for this sweep alone, SWEEP:PARAMETER, if there is one, else that for all
   sweeps. */
static const struct truth *truth_of(const struct trial *trial, const char *name) {
    char own[SIM_NAME * 2];
    snprintf(own, sizeof own, "%s:%s", trial->tried->name, name);
    const struct truth *truth = truth_named(trial->subject, own);
    return truth != NULL ? truth : truth_named(trial->subject, name);
}

/* ---- failures ---- */

/* Copies the method's reason from the line `# NAME: reason'; if there is none, the sweep's, which
   is in place of its table; else "-". */
static void reason_of(const struct run *run, const char *name, char *reason, size_t size) {
    const char *output = run->output;
    size_t length = strlen(name);
    snprintf(reason, size, "%.*s", (int)strcspn(run->table, "\n"),
             *run->table == '#' || *run->table == '\0' ? "-" : run->table);
    for (const char *line = output; line != NULL && *line != '\0'; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, "# ", 2) == 0 && strncmp(line + 2, name, length) == 0 &&
            line[2 + length] == ':')
            snprintf(reason, size, "%.*s", (int)strcspn(line + length + 4, "\n"),
                     line + length + 4);
    }
}

static void print_truth(const struct truth *truth) {
    if (truth == NULL)
        fprintf(stderr,
                "missing: `none` is right, or tests/sim/truth.c or a `truth` line lacks it");
    else if (truth->word != NULL)
        fprintf(stderr, "%s", truth->word);
    else if (truth->most > truth->least)
        fprintf(stderr, "%g to %g", truth->least, truth->most);
    else
        fprintf(stderr, "%g", truth->least);
}

/* Prints machine, sweep, seed, parameter, answer, truth and reason. */
static void complain(struct trial *trial, const struct run *run, const char *name,
                     const char *value) {
    char reason[200];
    trial->wrong++;
    reason_of(run, name, reason, sizeof reason);
    fprintf(stderr, "%s: sweep %s, seed %u %s noise: %s=%s, truth ", trial->subject->name,
            trial->tried->name, (unsigned)trial->seed, trial->quiet ? "without" : "with", name,
            value);
    print_truth(truth_of(trial, name));
    fprintf(stderr, ", reason: %s\n", reason);
}

/* ---- answers ---- */

/* If the machine has no truth for the parameter, `none` is right, and so is any value if
   is_stated_elsewhere. */
static void check_answer(struct trial *trial, const struct run *run, const char *name,
                         const char *value) {
    const struct truth *truth = truth_of(trial, name);
    bool right = truth != NULL ? truth_allows(truth, value)
                               : strcmp(value, "none") == 0 || is_stated_elsewhere(name);
    if (strcmp(value, "unknown") == 0)
        trial->unknown++;
    else if (right)
        trial->known++;
    else
        complain(trial, run, name, value);
}

/* With ZOO_VERBOSE, which make check-zoo sets, reports an excuse of the machine's file, an
   `unknown` line, that a parameter did not need because it is known. */
static void note_needless(const struct trial *trial, const char *name) {
    const struct sim_machine *sim = &trial->subject->sim;
    const char *sweep_name = trial->tried->name;
    if (getenv("ZOO_VERBOSE") != NULL && excuse_of(sim, sweep_name, name) != NULL &&
        shared_excuse_of(sim, sweep_name, name) == NULL)
        fprintf(stderr, "%s: sweep %s knows %s, although the machine's file lists it as unknown\n",
                trial->subject->name, sweep_name, name);
}

static void check_must(struct trial *trial, const struct run *run, const char *name) {
    char value[64];
    run_answer(run->output, name, value, sizeof value);
    bool is_unknown = value[0] == '\0' || strcmp(value, "unknown") == 0;
    if (!is_unknown)
        note_needless(trial, name);
    else if (excuse_of(&trial->subject->sim, trial->tried->name, name) == NULL)
        complain(trial, run, name, "unknown");
}

static void check_all(struct trial *trial, const struct run *run) {
    for (const char *const *name = trial->tried->asked; *name != NULL; name++)
        check_must(trial, run, *name);
    for (const char *const *name = trial_also(trial->tried); *name != NULL; name++)
        check_must(trial, run, *name);
}

/* Not checked: sizes that the curve of levels shows only roughly and other sweeps measure, and the
   clock's step, which is 0 without noise. */
static bool is_unchecked(const struct trial *trial, const char *name) {
    return (strcmp(trial->tried->name, "levels") == 0 && is_listed("l1_size,l2_size", name)) ||
           (trial->quiet && strcmp(name, "timer_resolution_ps") == 0);
}

static void check_output(struct trial *trial, const struct run *run) {
    char name[64], value[64];
    for (const char *line = run->output; *line != '\0'; line += strcspn(line, "\n") + 1) {
        if (*line != '#' && sscanf(line, "%63[a-z0-9_]=%63s", name, value) == 2 &&
            !is_unchecked(trial, name))
            check_answer(trial, run, name, value);
        if (line[strcspn(line, "\n")] == '\0')
            break;
    }
    if (trial->quiet)
        check_all(trial, run);
}

void trial_run(struct trial *trial) {
    struct sim_machine sim = trial->subject->sim;
    bool noiseless = memcmp(&sim.noise, &NO_NOISE, sizeof NO_NOISE) == 0;
    if (trial->quiet)
        sim.noise = NO_NOISE;
    else if (noiseless)
        sim.noise = USUAL_NOISE;
    if (sim.counters.events == 0)
        sim.counters = COUNTERS;
    struct run run = run_sweep_by(trial->tried->run, trial->tried->method, &sim, trial->seed);
    check_output(trial, &run);
    const char *tables = getenv("ZOO_TABLES");
    if (tables != NULL && (trial->wrong > 0 || strcmp(tables, "all") == 0))
        fprintf(stderr, "%s%s", run.table, run.output);
    run_free(&run);
}
