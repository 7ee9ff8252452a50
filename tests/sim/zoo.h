/* zoo.h - machines that nobody here has, as data. */
#ifndef SIM_ZOO_H
#define SIM_ZOO_H

#include "sim.h"

struct zoo_machine {
    const char *name;
    struct sim_machine sim; /* LRU, no noise */
};

/* Ends with a machine whose name is NULL. */
extern const struct zoo_machine zoo[];

/* SIM with POLICY in each of its levels and NOISE in its samples. */
struct sim_machine zoo_variant(const struct sim_machine *sim, enum cache_policy policy,
                               const struct noise *noise);

#endif
