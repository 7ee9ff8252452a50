/* noise.c - adds jitter, preemption, differing rulers and clock steps to samples. */
#include "noise.h"

#include <math.h>

/* The cost of reading the clock. */
static const double OVERHEAD_NS = 25;

/* A sample begins at a random time between two steps of the clock. */
static double ticked(double ns, double step, double begin) {
    return step > 0 ? floor((begin * step + ns) / step) * step : ns;
}

/* Always draws the same number of random values, so that one kind of noise does not affect
   another. */
struct disturbance noise_add(const struct noise *noise, struct rng *rng, double *ns) {
    struct disturbance disturbance;
    double jitter = noise->jitter * rng_normal(rng);
    disturbance.preempted = rng_unit(rng) < noise->preempted;
    double lost_ns = 1000 * noise->preempted_us * (0.5 + rng_unit(rng));
    disturbance.disagree = rng_unit(rng) < noise->disagree;
    double span = *ns * (1 + jitter) + (disturbance.preempted ? lost_ns : 0);
    *ns = ticked(span, noise->step_ns, rng_unit(rng));
    return disturbance;
}

struct disturbance noise_burst(const struct noise *noise, struct rng *rng, double *ns) {
    double overhead = noise->step_ns > 0 ? OVERHEAD_NS : 0;
    *ns += overhead;
    struct disturbance disturbance = noise_add(noise, rng, ns);
    *ns -= overhead;
    return disturbance;
}
