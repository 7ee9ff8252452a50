/* cover.h - the machines of tests/zoo/ on which make check tries a sweep. */
#ifndef TRIAL_COVER_H
#define TRIAL_COVER_H

#include "behaviours.h"
#include "machines.h"
#include "sweeps.h"

/* Returns whether the machine is chosen for the sweep.  Of the machines on which the sweep is
   tried, without those whose `often` lines name it, a few are chosen that together have the
   behaviours (behaviours.h) of all: the kinds of noise if NOISY; if not, all but noise and CPUs.
   Machines where a parameter of the sweep has no excuse (excuses.h) are chosen before the others;
   in each group, those with most new behaviours for the bytes of their caches come first. */
bool cover_has(const struct subject *subject, const struct tried *tried, bool noisy);

/* Returns whether the sweep may depend on the behaviour.  Sweeps of caches do not look at single
   TLBs, and those of TLBs not at single levels of cache. */
bool cover_concerns(const struct tried *tried, enum behaviour behaviour);

#endif
