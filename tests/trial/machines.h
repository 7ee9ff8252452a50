/* machines.h - the machines of tests/zoo/ and the right answers on each. */
#ifndef TRIAL_MACHINES_H
#define TRIAL_MACHINES_H

#include "../sim/truth.h"

enum { MACHINES_MOST = 120 };

/* A machine under test.  `subject` in struct tried (sweeps.h) is something else: a folder of
   probes/. */
struct subject {
    char name[60];
    struct sim_machine sim;
    struct truth truth[TRUTHS_MOST];
    size_t truths;
    size_t known, unknown, wrong, trials; /* of all runs of a test */
};

/* All machines.  The first zoo_count of them are those that machines_read has chosen. */
extern struct subject zoo[MACHINES_MOST];
extern size_t zoo_count;

/* The number of all machines. */
extern size_t zoo_all;

/* Reads all machines and chooses those whose names contain ONLY, or all if that is NULL.  An error
   ends the test. */
void machines_read(const char *only);

/* Returns the truth of NAME, or NULL if the machine has none. */
const struct truth *truth_named(const struct subject *subject, const char *name);

/* Returns whether the first machine in ZOO that has a truth of NAME has it from a `truth` line of
   its file, and not from truth.c.  If so, any value passes on machines that have no truth of it. */
bool is_stated_elsewhere(const char *name);

#endif
