/* probe.h - what every probe program is: one sweep, one table. */
#ifndef PROBES_PROBE_H
#define PROBES_PROBE_H

#include "harness.h"

#include <stdio.h>

/* A sweep measures and prints one table to OUT.  Returns NULL, or why it cannot measure here. */
typedef const char *sweep(struct machine *machine, FILE *out);

/* Opens the machine, runs the sweep under the probe's own time limit.  The exit status: 0 with a
   table on standard output, 77 with the reason on standard error, 1 for any other failure. */
int probe_main(sweep *run);

/* Every probe's source ends with this; linked with the simulated machine there is no program. */
#ifdef SIMULATED
#define PROBE_MAIN(run) typedef int run##_is_simulated
#else
#define PROBE_MAIN(run)                                                                            \
    int main(void) {                                                                               \
        return probe_main(run);                                                                    \
    }                                                                                              \
    typedef int run##_is_real
#endif

#endif
