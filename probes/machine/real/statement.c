/* statement.c - the real machine behind the seam of sample.h. */
#include "../statement.h"

#include "real.h"

struct rounds_of {
    const struct nano *nano;
    size_t rounds;
};

static void run_nano(void *with) {
    const struct rounds_of *todo = with;
    todo->nano->run(todo->nano->streams, todo->nano->unrolled, todo->rounds);
}

bool nano_sample(struct machine *machine, const struct nano *nano, size_t rounds,
                 struct timing *timing) {
    struct rounds_of todo = {nano, rounds};
    return machine_time(machine, run_nano, &todo, (double)rounds, timing);
}
