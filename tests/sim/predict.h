/* predict.h - a core that predicts branches, and begins anew where it was wrong. */
#ifndef SIM_PREDICT_H
#define SIM_PREDICT_H

#include "../../probes/machine/branch.h"
#include "execute.h"
#include "rng.h"

enum { PREDICTED_BRANCHES = 64 };

/* What it has seen of each branch of the loop, as two bits that count, and where the loop's
   generator stands: bits that no predictor knows. */
struct predictor {
    unsigned char counter[PREDICTED_BRANCHES];
    struct rng bits;
};

/* Cycles of so many rounds; 0 where the core has not what the loop needs. */
double predict_rounds(const struct sim_execute *execute, struct predictor *predictor,
                      const struct branches *branches, size_t rounds);

#endif
