/* passing.c - the sweep of communication: what it takes to pass a line from one CPU to another, of
   all pairs (P-Ray; BlackjackBench 3.1.4). */
#include "harness/probe.h"
#include "tournament/tournament.h"

static bool pass(struct machine *machine, struct passing *passing, size_t count, size_t bytes) {
    (void)bytes;
    return parallel_pass(machine, passing, count);
}

sweep sweep_passing;

const char *sweep_passing(struct machine *machine, FILE *out) {
    static const struct game line = {.name = "passing", .play = pass, .bytes = {0}, .blocks = 1};
    return tournament_sweep(machine, &line, out);
}
