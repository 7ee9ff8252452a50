/* schedule.h - which runs of a sweep on a machine make check does; make check-zoo does all of
   them. */
#ifndef TRIAL_SCHEDULE_H
#define TRIAL_SCHEDULE_H

#include "machines.h"
#include "sweeps.h"

/* Returns whether the sweep is tried on the machine: the sweeps of several CPUs on machines with a
   `cpus` line, and all others on the other machines. */
bool schedule_applies(const struct sim_machine *sim, const struct tried *tried);

/* Returns whether make check does the run with this SEED, without noise if QUIET.  With ALL, make
   check-zoo. */
bool schedule_has(const struct subject *subject, const struct tried *tried, uint64_t seed,
                  bool quiet, bool all);

/* Returns whether the sweep takes seconds on any machine, so that make check tries it only on
   machines whose files ask for it. */
bool schedule_is_long(const char *name);

#endif
