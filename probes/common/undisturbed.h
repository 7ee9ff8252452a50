/* undisturbed.h - measures rows while no other thread runs on the core. */
#ifndef UNDISTURBED_H
#define UNDISTURBED_H

#include "../machine/machine.h"

/* LEAST_CONTENTION is the least time so far of work that fills the core, NOT_MEASURED at first.
   PATIENCE_NS is the machine's age from which on no row is repeated. */
struct undisturbed {
    struct machine *machine;
    double least_contention, patience_ns;
    void *plan; /* the sweep's own */
    /* Measures a row for the REPEAT-th time, or, if CONTENDED, records that it could not be
       measured. */
    void (*measure)(void *plan, size_t row, size_t repeat, bool contended);
};

/* Measures the rows from FIRST up to END, a few between two checks.  Samples taken while another
   thread ran on the core are discarded and, while there is time, taken again. */
void undisturbed_rows(struct undisturbed *undisturbed, size_t first, size_t end, size_t repeat);

#endif
