/* mixture_capacity.h - the size of the last level, on which two witnesses must agree. */
#ifndef MIXTURE_CAPACITY_H
#define MIXTURE_CAPACITY_H

#include "mixture_fit.h"

#include <stdbool.h>

/* Moves SIZE, where the curve crosses a fraction of the step, as far as MIXTURE demands, so that it
   is within a quarter octave of every cache that fits.  INNER is the size of the level before,
   which a victim cache does not hold again.  Returns false where that is impossible. */
bool capacity_agree(double *size, double inner, const struct mixture *mixture);

#endif
