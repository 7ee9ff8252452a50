/* mixture_capacity.c - decides the last level's size within a quarter octave from two witnesses.

   The crossing is the better estimate, since it lies in the middle of the effects of replacement
   policies; but it gives no error bound.  The mixture gives a bound, and cannot choose within it.
   So the size is sure where one value is close to all caches that fit; unknown otherwise. */
#include "mixture_capacity.h"

#include <math.h>

/* The promise for a last level: a quarter of an octave. */
static const double QUARTER = 1.189207;
/* The largest misfit of the best cache, in standard deviations at the worst row.  With a larger one
   the model does not describe the edge, and the few caches that still fit are no fair sample:
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
