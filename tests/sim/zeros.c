/* zeros.c - zeros.h's calls on a simulated machine. */
#include "../../probes/machine/zeros.h"

#include "core.h"
#include "sim.h"

static double load_zeros(struct machine *machine, const struct zeros *zeros) {
    struct core *core = sim_core_now(machine);
    double cycles = 0;
    for (size_t i = 0; i < zeros->count; i++)
        cycles += core_load(core, zeros->pages->mapping,
                            zeros->page[i] * zeros->pages->page_bytes + zeros->within);
    return cycles;
}

void zeros_walk(struct machine *machine, const struct zeros *zeros) {
    sim_work(machine, load_zeros(machine, zeros));
}

double zeros_burst(struct machine *machine, const struct zeros *zeros) {
    return sim_burst(machine, load_zeros(machine, zeros));
}
