/* undisturbed.h - rows that are measured while nobody else is in the core. */
#ifndef UNDISTURBED_H
#define UNDISTURBED_H

#include "../machine/machine.h"

/* LEAST_CONTENTION: HUGE_VAL at first; PATIENCE_NS: the machine's age from which on nothing is
   waited for. */
struct undisturbed {
    struct machine *machine;
    double least_contention, patience_ns;
    void *plan; /* the probe's own */
    /* Measures a row for the REPEAT-th time, or notes that the core was CONTENDED. */
    void (*measure)(void *plan, size_t row, size_t repeat, bool contended);
};

/* Rows FIRST to END, some together: once more while it is contended and there is time; rows that
   were measured under contention are discarded. */
void undisturbed_rows(struct undisturbed *undisturbed, size_t first, size_t end, size_t repeat);

#endif
