/* branch.c - times the loops of branch.h on the real machine. */
#include "../branch.h"

#include "real.h"

struct rounds {
    const struct branches *branches;
    size_t count;
};

static void run_rounds(void *with) {
    const struct rounds *rounds = with;
    rounds->branches->run(rounds->count, rounds->branches->mask);
}

bool branch_sample(struct machine *machine, const struct branches *branches, size_t rounds,
                   struct timing *timing) {
    struct rounds todo = {branches, rounds};
    return machine_time(machine, run_rounds, &todo, (double)rounds, timing);
}
