/* statement.c - times the compiled loops of statement.h on the real machine. */
#include "../statement.h"

#include "real.h"

struct rounds_of {
    const struct statement_loop *loop;
    size_t rounds;
};

static void run_loop(void *with) {
    const struct rounds_of *todo = with;
    todo->loop->run(todo->loop->streams, todo->loop->unrolled, todo->rounds);
}

bool statement_sample(struct machine *machine, const struct statement_loop *loop, size_t rounds,
                      struct timing *timing) {
    struct rounds_of todo = {loop, rounds};
    return machine_time(machine, run_loop, &todo, (double)rounds, timing);
}
