/* cover.h - the machines of tests/zoo/ that show everything that some machine shows. */
#ifndef TRIAL_COVER_H
#define TRIAL_COVER_H

#include "machines.h"
#include "sweeps.h"

/* Returns whether the machine is one of those that together have every behaviour (behaviours.h) of
   the machines on which the sweep is tried.  Few machines are chosen, of small caches; those where
   the sweep must find something come first. */
bool cover_has(const struct subject *subject, const struct tried *tried);

#endif
