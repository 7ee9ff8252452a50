/* expected.h - which parameters may stay unknown on a simulated machine, and how often make check
   tries it. */
#ifndef SIM_EXPECTED_H
#define SIM_EXPECTED_H

#include "fields.h"

enum { EXPECTED_LINES = 16, EXPECTED_NAMES = 240, EXPECTED_WHY = 160 };

/* Lists are names separated by commas.  Of an `unknown` line, an empty list of sweeps means all. */
struct expected_unknown {
    char names[EXPECTED_NAMES], sweeps[EXPECTED_NAMES], why[EXPECTED_WHY];
};

enum expected_runs {
    RUNS_ALL,   /* one run without noise, and one with noise for each further seed */
    RUNS_QUIET, /* one run without noise */
    RUNS_NOISY, /* one run with noise */
    RUNS_NEVER
};

struct expected_often {
    char sweeps[EXPECTED_NAMES], why[EXPECTED_WHY];
    enum expected_runs runs;
};

struct expected {
    struct expected_unknown unknown[EXPECTED_LINES];
    size_t unknowns;
    struct expected_often often[EXPECTED_LINES];
    size_t oftens;
};

/* Returns whether WORD is in the comma-separated LIST. */
bool is_listed(const char *list, const char *word);

/* Read the lines `unknown` and `often` of a machine file, whose grammar is in read.h.  Each
   complains if a parameter or a sweep is not in the tables of parameters. */
void read_unknown(struct fields *fields, struct expected *expected);
void read_often(struct fields *fields, struct expected *expected);

#endif
