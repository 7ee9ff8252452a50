/* excuses.h - parameters that a sweep may leave unknown without noise: on every machine, on those
   of some kind, or on one machine whose file says so. */
#ifndef TRIAL_EXCUSES_H
#define TRIAL_EXCUSES_H

#include "../sim/sim.h"

/* Returns why the sweep TRIED may leave the parameter NAME unknown on SIM, or NULL if it must be
   known. */
const char *excuse_of(const struct sim_machine *sim, const char *tried, const char *name);

/* The same without the `unknown` lines of the machine's file. */
const char *shared_excuse_of(const struct sim_machine *sim, const char *tried, const char *name);

#endif
