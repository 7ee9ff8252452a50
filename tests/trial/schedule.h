/* schedule.h - which runs of a sweep on a machine make check does; make check-zoo does all of
   them. */
#ifndef TRIAL_SCHEDULE_H
#define TRIAL_SCHEDULE_H

#include "machines.h"
#include "sweeps.h"

/* Returns whether the sweep is tried on the machine.  Sweeps of several CPUs are tried on machines
   with a `cpus` line, and all others on the other machines, tlb_unified and itlb2 only if these
   have an `itlb` line.  A sweep of ELSEWHERE is tried on none. */
bool schedule_applies(const struct sim_machine *sim, const struct tried *tried);

/* Returns the `often` line of the machine's file that names the sweep, or NULL. */
const struct expected_often *schedule_names(const struct sim_machine *sim,
                                            const struct tried *tried);

/* Returns whether make check does the run with this SEED, without noise if QUIET.  With ALL,
   returns whether make check-zoo does. */
bool schedule_has(const struct subject *subject, const struct tried *tried, uint64_t seed,
                  bool quiet, bool all);

/* Returns whether the sweep takes seconds on some machines, so that make check tries it only on
   machines whose files ask for it. */
bool schedule_is_long(const char *name);

/* Returns whether make check runs the sweep only without noise. */
bool schedule_is_brief(const char *name);

#endif
