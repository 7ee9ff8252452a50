/* excuses.h - an excuse says why a sweep may leave a parameter unknown without noise: on every
   machine, on those of some kind, or on one machine, by an `unknown` line of its file. */
#ifndef TRIAL_EXCUSES_H
#define TRIAL_EXCUSES_H

#include "../sim/sim.h"

/* Returns the excuse of the sweep TRIED for the parameter NAME on SIM, or NULL if there is none, so
   that it must be known. */
const char *excuse_of(const struct sim_machine *sim, const char *tried, const char *name);

/* The same without the `unknown` lines of the machine's file. */
const char *shared_excuse_of(const struct sim_machine *sim, const char *tried, const char *name);

#endif
