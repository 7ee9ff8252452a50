/* calls.c - times the calls of calls.h on the real machine. */
#include "../calls.h"

#include "real.h"

static void make_calls(void *with) {
    const struct calls *calls = with;
    calls->run(calls);
}

bool calls_sample(struct machine *machine, const struct calls *calls, struct timing *timing) {
    struct calls todo = *calls;
    return todo.run != NULL && machine_time(machine, make_calls, &todo, (double)todo.count, timing);
}
