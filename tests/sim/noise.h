/* noise.h - what comes between the truth and a sample of it. */
#ifndef SIM_NOISE_H
#define SIM_NOISE_H

#include "rng.h"

#include <stdbool.h>

/* All 0: no noise. */
struct noise {
    double jitter;       /* deviation, relative to the sample */
    double preempted;    /* share of samples that another process interrupts */
    double preempted_us; /* what that adds, give or take a half */
    double disagree;     /* share of samples whose two rulers differ */
    double step_ns;      /* of the clock */
};

/* Lays noise over a sample of NS.  Returns false where the sample is to be thrown away. */
bool noise_add(const struct noise *noise, struct rng *rng, double *ns);

/* The same over a burst, which nobody throws away. */
void noise_burst(const struct noise *noise, struct rng *rng, double *ns);

#endif
