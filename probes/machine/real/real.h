/* real.h - samples between rulers on the real machine, and its clock. */
#ifndef REAL_H
#define REAL_H

#include "../machine.h"
#include "clock.h"

/* Calls RUN(WITH) between two rulers.  *TIMING is the cost of one of UNITS.  Returns false if the
   rulers differ. */
bool machine_time(struct machine *machine, void (*run)(void *with), void *with, double units,
                  struct timing *timing);

#endif
