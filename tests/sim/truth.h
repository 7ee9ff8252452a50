/* truth.h - the true values of parameters on a simulated machine. */
#ifndef SIM_TRUTH_H
#define SIM_TRUTH_H

#include "sim.h"

/* NAME may be `SWEEP:PARAMETER': what is right for the answers from that sweep only. */
struct truth {
    char name[40];
    const char *word; /* NULL: the value is a number */
    double least, most;
    bool stated; /* by a `truth` line of the machine's file */
};

enum { TRUTHS_MOST = 160 };

/* Stores the truths of MACHINE, and returns their number. */
size_t truths_of(const struct sim_machine *machine, struct truth *truth);

/* Returns whether VALUE, as the analyzer prints it, is right. */
bool truth_allows(const struct truth *truth, const char *value);

#endif
