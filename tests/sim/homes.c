/* homes.c - homes.h's calls on a simulated machine: memory is of the node of the CPU that touched
   it first, and stays there when a hypervisor moves that CPU. */
#include "../../probes/homes/homes.h"

#include "core.h"
#include "cpus.h"
#include "sim.h"

#include <math.h>

/* Places of a lap; what it takes to draw and touch an area; and what a flushed lap takes besides.
 */
enum { LAP_PLACES = 4096 };
static const double CLAIM_NS = 4e5, ORDER_NS = 1.2e5;

static size_t place_of_home[HOMES_MOST];

bool homes_claim(struct machine *machine, size_t cpu, size_t home) {
    const struct sim_cpus *cpus = &sim_core(machine, false)->description->cpus;
    if (cpus->free && cpus->count > 1)
        return false;
    place_of_home[home] = cpus_place(cpus, cpu, machine_age_ns(machine));
    sim_spend(machine, CLAIM_NS);
    return true;
}

double homes_visit(struct machine *machine, size_t cpu, size_t home) {
    struct core *core = sim_core(machine, false);
    const struct sim_machine *description = core->description;
    const struct noise *noise = &description->noise;
    size_t place = cpus_place(&description->cpus, cpu, machine_age_ns(machine));
    double ns = description->memory.cycles / description->ghz *
                cpus_memory(&description->cpus, place, place_of_home[home]);
    ns *= 1 + noise->jitter * fabs(rng_normal(&core->foreign));
    if (rng_unit(&core->foreign) < noise->preempted)
        ns *= 1 + rng_unit(&core->foreign);
    if (description->cpus.host > 0)
        ns *= 1 + rng_unit(&core->foreign);
    sim_spend(machine, ORDER_NS + LAP_PLACES * ns);
    return description->no_flush ? HUGE_VAL : ns;
}

void homes_leave(struct machine *machine) {
    (void)machine;
}
