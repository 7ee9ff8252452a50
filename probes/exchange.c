/* exchange.c - the sweep of communication bandwidth: what two CPUs hand over to each other, of all
   pairs, in blocks from what any first cache holds to more than most last ones have for one CPU
   (BlackjackBench 3.1.4). */
#include "harness/probe.h"
#include "tournament/tournament.h"

enum { KB = 1024 };

sweep sweep_exchange;

/* Each CPU has a block of its own, and together they have not more than there may be. */
const char *sweep_exchange(struct machine *machine, FILE *out) {
    struct game game = {.name = "exchange",
                        .play = parallel_exchange,
                        .bytes = {8 * KB, 64 * KB, 512 * KB, 4096 * KB},
                        .blocks = 4};
    size_t cpus = parallel_cpus(machine), most = pages_limit(machine);
    while (game.blocks > 1 && cpus > most / game.bytes[game.blocks - 1])
        game.blocks--;
    return tournament_sweep(machine, &game, out);
}
