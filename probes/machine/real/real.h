/* real.h - samples between rulers on the real machine, and its clock. */
#ifndef REAL_H
#define REAL_H

#include "../machine.h"
#include "clock.h"

/* Returns the ns since START_NS, without the cost of reading the clock. */
double machine_since(const struct machine *machine, double start_ns);

/* Calls RUN(WITH) between two rulers.  *TIMING is the cost of one of UNITS.  Returns false if the
   rulers differ. */
bool machine_time(struct machine *machine, void (*run)(void *with), void *with, double units,
                  struct timing *timing);

#endif
