/* predict.h - a core that predicts branches, and restarts after a misprediction. */
#ifndef SIM_PREDICT_H
#define SIM_PREDICT_H

#include "../../probes/machine/branch.h"
#include "execute.h"
#include "rng.h"

enum { PREDICTED_BRANCHES = 64 };

/* A two-bit counter for each branch of the loop, and the loop's generator, whose bits no predictor
   knows. */
struct predictor {
    unsigned char counter[PREDICTED_BRANCHES];
    struct rng bits;
};

/* Returns the cycles of ROUNDS rounds, or 0 if the core lacks an operation of the loop. */
double predict_rounds(const struct sim_execute *execute, struct predictor *predictor,
                      const struct branches *branches, size_t rounds);

#endif
