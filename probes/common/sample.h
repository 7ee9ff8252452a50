/* sample.h - repeats samples until the best two agree, and keeps the best. */
#ifndef SAMPLE_H
#define SAMPLE_H

#include "../machine/machine.h"

/* Measures one layout: *BEST is the minimum over samples, each of some laps of the chain, or of
   part of one if a lap is very long.  Noise only adds, so the minimum is the true cost; samples are
   taken until the best two agree.  Returns false if fewer than two samples were undisturbed. */
bool sample_chain(struct machine *machine, struct chain *chain, struct timing *best);

/* Measures one lap right after its lines were flushed, the minimum of a few.  Returns false if
   lines cannot be flushed, all samples were disturbed, or the clock is too coarse for a single
   lap. */
bool sample_flushed(struct machine *machine, struct chain *chain, struct timing *best);

/* Returns whether another thread uses this core, perhaps one of another virtual machine. *LEAST is
   the least time so far of work that fills the core, NOT_MEASURED at first.  While the core is
   contended, other CPUs are tried, until the machine's age is END_NS; with 0, none is tried. */
bool sample_contended(struct machine *machine, double *least, double end_ns);

#endif
