/* schedule.h - which runs of a sweep on a machine make check does; make check-zoo does all of them.
 */
#ifndef TRIAL_SCHEDULE_H
#define TRIAL_SCHEDULE_H

#include "sweeps.h"

/* A machine with many CPUs is tried with the sweeps of several CPUs alone, and no other machine is.
 */
bool schedule_applies(const struct sim_machine *sim, const struct tried *tried);

/* Is the run with this SEED, without noise if QUIET, one of make check?  ALL: of make check-zoo. */
bool schedule_has(const struct sim_machine *sim, const struct tried *tried, uint64_t seed,
                  bool quiet, bool all);

/* A sweep that takes seconds on any machine: make check tries it only where the machine's file asks
 * for it. */
bool schedule_is_long(const char *name);

#endif
