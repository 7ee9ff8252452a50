/* pairs.c - the functions of pairs.h on a simulated machine. */
#include "../../probes/machine/pairs.h"

#include "core.h"
#include "sim.h"

void pairs_touch(struct machine *machine, const struct pairs *pairs) {
    struct core *core = sim_core(machine, false);
    for (size_t i = 0; i < pairs->touched; i++) {
        size_t pair = permutation_at(&pairs->order, i);
        uint64_t at = pairs_offset(pairs, pair), first = pairs_first(pair);
        core_store(core, pairs->pages->mapping, at + first * pairs->line);
        core_store(core, pairs->pages->mapping, at + (1 - first) * pairs->line);
    }
}

double pairs_load(struct machine *machine, const struct pages *pages, size_t beside,
                  size_t offset) {
    struct core *core = sim_core_now(machine);
    sim_work(machine, core_load(core, pages->mapping, beside));
    return sim_burst(machine, core_load(core, pages->mapping, offset));
}
