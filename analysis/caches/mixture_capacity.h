/* mixture_capacity.h - the size of the last level, on which two witnesses must agree. */
#ifndef MIXTURE_CAPACITY_H
#define MIXTURE_CAPACITY_H

#include "mixture_fit.h"

#include <stdbool.h>

/* SIZE, where the curve crosses a part of the step, moved as far as MIXTURE demands, so that it is
   off by a quarter octave at the most whatever cache made the edge.  INNER is the size of the level
   before, which a victim cache does not hold again.  Returns false where that cannot be. */
bool capacity_agree(double *size, double inner, const struct mixture *mixture);

#endif
