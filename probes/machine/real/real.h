/* real.h - samples on the real machine. */
#ifndef REAL_H
#define REAL_H

#include "../machine.h"
#include "clock.h"

/* One sample: RUN(WITH) between two rulers; the timing is of one of UNITS.  Returns false where the
   rulers differ. */
bool machine_time(struct machine *machine, void (*run)(void *with), void *with, double units,
                  struct timing *timing);

#endif
