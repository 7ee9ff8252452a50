/* mixture_capacity.c - the last level's size, within a quarter octave or not at all.

   The crossing is the better estimate, since it lies in the middle of what the replacement
   policies do to an edge; it says nothing of how far it can be off.  The mixture says that, and
   which of the caches it names is the true one it cannot tell.  So the size is sure where it can be
   chosen near to all of them, and chosen it is near to the crossing. */
#include "mixture_capacity.h"

#include <math.h>

/* What is promised for a last level: a quarter of an octave (PARAMETERS). */
static const double QUARTER = 1.189207;
/* Standard deviations that the best may be off by in its worst row.  Where it is more, the edge has
   something that the law does not know, and the few caches that still pass are no fair sample:
   contiguous pages under BRRIP, simulated, gave wrong ranges from 1.9 on. */
static const double WELL = 1.5;

bool capacity_agree(double *size, double inner, const struct mixture *mixture) {
    if (!(mixture->least > inner) || mixture->misfit > WELL)
        return false;
    double least = mixture->most / QUARTER, most = (mixture->least - inner) * QUARTER;
    double near = fmin(fmax(*size, least), most);
    if (least > most || near > *size * QUARTER || near < *size / QUARTER)
        return false;
    *size = near;
    return true;
}
