/* pairs.c - the functions of pairs.h on a simulated machine. */
#include "../../probes/machine/pairs.h"

#include "core.h"
#include "sim.h"

#include <math.h>

void pairs_touch(struct machine *machine, const struct pairs *pairs) {
    struct core *core = sim_core_now(machine);
    double cycles = 0;
    for (size_t i = 0; i < pairs->touched; i++) {
        size_t pair = permutation_at(&pairs->order, i);
        uint64_t at = pairs_offset(pairs, pair), first = pairs_first(pair);
        cycles += core_store(core, pairs->pages->mapping, at + first * pairs->line);
        cycles += core_store(core, pairs->pages->mapping, at + (1 - first) * pairs->line);
    }
    /* They wait for nothing. */
    sim_work(machine, cycles / fmax(core->description->memory.in_flight, 1));
}

double pairs_load(struct machine *machine, const struct pairs *pairs, size_t beside,
                  size_t offset) {
    struct core *core = sim_core_now(machine);
    uint64_t at = pairs_offset(pairs, beside);
    double cycles = core_load(core, pairs->pages->mapping, at);
    sim_work(machine, cycles + core_load(core, pairs->pages->mapping, at + pairs->line));
    return sim_burst(machine, core_load(core, pairs->pages->mapping, offset));
}
