/* zoo_test.c - distributes the runs of a test to one process for each CPU, and makes a cmocka case
   of each machine. */
#define _GNU_SOURCE
#include "zoo_test.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "excuses.h"
#include "schedule.h"
#include "trial.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *subject_now;

/* ---- a job: all runs of a machine with one seed ---- */

struct job {
    size_t subject, seed;
    size_t trials, known, unknown, wrong;
};

static bool is_chosen(const struct tried *tried) {
    const char *only = getenv("ZOO_SWEEP");
    return (subject_now == NULL || strcmp(subject_now, tried->subject) == 0) &&
           (only == NULL || strcmp(only, tried->name) == 0);
}

static void run_one(struct job *job, const struct tried *tried, bool quiet) {
    struct trial trial = {
        .subject = &zoo[job->subject], .tried = tried, .seed = job->seed, .quiet = quiet};
    if (!schedule_has(trial.subject, tried, trial.seed, quiet, getenv("ZOO_SLOW") != NULL))
        return;
    trial_run(&trial);
    job->trials++;
    job->known += trial.known;
    job->unknown += trial.unknown;
    job->wrong += trial.wrong;
}

static void run_job(struct job *job) {
    for (size_t i = 0; i < TRIED_COUNT; i++) {
        if (!is_chosen(&TRIED_SWEEPS[i]))
            continue;
        run_one(job, &TRIED_SWEEPS[i], true);
        run_one(job, &TRIED_SWEEPS[i], false);
    }
}

/* ---- a worker for each CPU ---- */

/* Takes jobs from one pipe, and writes them with their counts to the other. */
static void work(int todo, int done) {
    struct job job;
    while (read(todo, &job, sizeof job) == (ssize_t)sizeof job) {
        run_job(&job);
        if (write(done, &job, sizeof job) != (ssize_t)sizeof job)
            _exit(1);
    }
    _exit(0);
}

/* A separate process fills the pipe, which may be too small for all jobs. */
static void hand_out(int todo, size_t seeds) {
    for (size_t i = 0; i < zoo_count * seeds; i++) {
        struct job job = {i % zoo_count, i / zoo_count, 0, 0, 0, 0};
        if (write(todo, &job, sizeof job) != (ssize_t)sizeof job)
            _exit(1);
    }
    _exit(0);
}

static size_t collect(int done) {
    size_t jobs = 0;
    struct job job;
    for (; read(done, &job, sizeof job) == (ssize_t)sizeof job; jobs++) {
        zoo[job.subject].trials += job.trials;
        zoo[job.subject].known += job.known;
        zoo[job.subject].unknown += job.unknown;
        zoo[job.subject].wrong += job.wrong;
    }
    return jobs;
}

static size_t number_from(const char *variable, size_t otherwise) {
    const char *text = getenv(variable);
    unsigned long number = text != NULL ? strtoul(text, NULL, 10) : 0;
    return number > 0 && number < 10000 ? number : otherwise;
}

/* Returns whether a sweep ran on some machine. */
static bool has_run(void) {
    size_t trials = 0;
    for (size_t i = 0; i < zoo_count; i++)
        trials += zoo[i].trials;
    return trials > 0;
}

/* Fails if jobs are missing, or nothing ran although every machine was chosen. */
static int run_zoo(void **state) {
    int todo[2], done[2];
    long cpus = sysconf(_SC_NPROCESSORS_ONLN);
    size_t seeds = number_from("ZOO_SEEDS", 2);
    (void)state;
    if (pipe(todo) != 0 || pipe(done) != 0)
        return -1;
    fflush(NULL);
    if (fork() == 0)
        hand_out(todo[1], seeds);
    close(todo[1]);
    for (long i = 0; i < (cpus > 0 ? cpus : 1); i++)
        if (fork() == 0)
            work(todo[0], done[1]);
    close(todo[0]);
    close(done[1]);
    size_t jobs = collect(done[0]);
    while (wait(NULL) > 0)
        continue;
    bool any = has_run() || getenv("ZOO_ONLY") != NULL;
    return jobs == zoo_count * seeds && any ? 0 : -1;
}

/* ---- a case for each machine ---- */

static void is_never_wrong(void **state) {
    const struct subject *subject = *state;
    if (number_from("ZOO_VERBOSE", 0) > 0)
        fprintf(stderr, "%s: runs %zu, known %zu, unknown %zu\n", subject->name, subject->trials,
                subject->known, subject->unknown);
    assert_int_equal(subject->wrong, 0);
}

/* ---- what must be known ---- */

/* Prints a line for each parameter of the list: machine, sweep, parameter, and its excuse, or
   `must` if it has none. */
static void print_must(const struct subject *subject, const struct tried *tried,
                       const char *const *name) {
    for (; *name != NULL; name++) {
        const char *why = excuse_of(&subject->sim, tried->name, *name);
        printf("%s\t%s\t%s\t%s\n", subject->name, tried->name, *name, why != NULL ? why : "must");
    }
}

/* Prints machine, sweep and noise of the runs of make check. */
static void print_runs(const struct subject *subject, const struct tried *tried) {
    for (int quiet = 0; quiet < 2; quiet++)
        if (schedule_has(subject, tried, 0, quiet, false))
            printf("%s\t%s\t%s\n", subject->name, tried->name, quiet ? "without" : "with");
}

/* Returns whether the test has a sweep for the machine.  With ZOO_MUST, prints the parameters
   with their excuses, with ZOO_RUNS the runs. */
static bool is_tried(const struct subject *subject) {
    bool tried = false;
    for (size_t i = 0; i < TRIED_COUNT; i++) {
        const struct tried *row = &TRIED_SWEEPS[i];
        if (!is_chosen(row) || !schedule_applies(&subject->sim, row))
            continue;
        tried = true;
        if (getenv("ZOO_RUNS") != NULL)
            print_runs(subject, row);
        if (getenv("ZOO_MUST") != NULL) {
            print_must(subject, row, row->asked);
            print_must(subject, row, trial_also(row));
        }
    }
    return tried;
}

/* Is ZOO_SWEEP a sweep, of this subject or another? */
static bool is_sweep(const char *name) {
    for (size_t i = 0; i < TRIED_COUNT; i++)
        if (strcmp(TRIED_SWEEPS[i].name, name) == 0)
            return true;
    return false;
}

int zoo_test(const char *subject) {
    static struct CMUnitTest test[MACHINES_MOST];
    size_t cases = 0;
    subject_now = subject;
    if (getenv("ZOO_SWEEP") != NULL && !is_sweep(getenv("ZOO_SWEEP"))) {
        fprintf(stderr, "zoo: %s is no sweep that is tried on these machines\n",
                getenv("ZOO_SWEEP"));
        return 1;
    }
    machines_read(getenv("ZOO_ONLY"));
    for (size_t i = 0; i < zoo_count; i++)
        if (is_tried(&zoo[i]))
            test[cases++] = (struct CMUnitTest){
                .name = zoo[i].name, .test_func = is_never_wrong, .initial_state = &zoo[i]};
    if (getenv("ZOO_MUST") != NULL || getenv("ZOO_RUNS") != NULL)
        return 0;
    return _cmocka_run_group_tests(subject != NULL ? subject : "zoo", test, cases, run_zoo, NULL);
}
