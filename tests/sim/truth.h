/* truth.h - what there is to be found on a machine, under the names that answers have. */
#ifndef SIM_TRUTH_H
#define SIM_TRUTH_H

#include "sim.h"

struct truth {
    char name[40];
    const char *word; /* NULL: it is a number */
    double least, most;
    bool stated; /* by the machine's file: it may be anything on other machines */
};

enum { TRUTHS_MOST = 160 };

/* Returns how many there are. */
size_t truths_of(const struct sim_machine *machine, struct truth *truth);

/* Is VALUE, as an answer spells it, right? */
bool truth_allows(const struct truth *truth, const char *value);

#endif
