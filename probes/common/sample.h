/* sample.h - how often to measure, and what to keep. */
#ifndef SAMPLE_H
#define SAMPLE_H

#include "../machine/machine.h"

/* One layout: the minimum over samples of whole laps of the chain, or of a good part of long ones.
   Noise only ever adds, so the minimum is the machine's own; samples are added until the two best
   agree (METHODS T3).  Returns false where no two samples could be had. */
bool sample_chain(struct machine *machine, struct chain *chain, struct timing *best);

/* One lap right after a flush, the minimum of a few.  Returns false where nothing is flushed, no
   sample could be had, or the clock is too coarse for a single lap. */
bool sample_flushed(struct machine *machine, struct chain *chain, struct timing *best);

/* Does another thread of the core, another system's maybe, take its share?  LEAST is what work that
   fills the core has taken at the least so far, HUGE_VAL at first.  While it does, other CPUs
   are tried, until the machine is that old. */
bool sample_contended(struct machine *machine, double *least, double end_ns);

#endif
