/* counters.c - the functions of counters.h on a simulated machine.

   Reading a counter runs kernel code, which evicts some lines and may itself be counted.  Misses of
   a process that runs in between are counted as well. */
#include "core.h"

#include <math.h>

/* The lines that another process touches if the noise does not say how many. */
static const double INTRUDED = 20;

static double counted(const struct core *core, enum event event) {
    const struct sim_counters *counters = &core->description->counters;
    const enum count misses[EVENTS] = {COUNT_L1D, counters->walks ? COUNT_WALKS : COUNT_DTLB,
                                       COUNT_L1I};
    const enum count accesses[EVENTS] = {COUNT_LOADS, COUNT_LOADS, COUNT_FETCHES};
    double count = core->counts.of[misses[event]];
    bool wrong = (counters->errata >> event & 1) != 0;
    return wrong ? core->counts.of[accesses[event]] + count : count;
}

/* Returns the count as a whole number, as a system reports it. */
static uint64_t read_counter(struct machine *machine, enum event event, bool counting) {
    struct core *core = sim_core(machine, counting);
    return (uint64_t)floor(counted(core, event) + 0.5);
}

bool counter_open(struct machine *machine, struct counter *counter, enum event event) {
    struct core *core = sim_core(machine, false);
    *counter = (struct counter){.event = event};
    return (core->description->counters.events >> event & 1) != 0;
}

void counter_close(struct machine *machine, struct counter *counter) {
    (void)machine;
    (void)counter;
}

void counter_start(struct machine *machine, struct counter *counter) {
    struct core *core = sim_core(machine, true);
    core_disturb(core, core->description->counters.touched);
    counter->count = read_counter(machine, counter->event, true);
}

double counter_stop(struct machine *machine, struct counter *counter) {
    double count = (double)(read_counter(machine, counter->event, false) - counter->count);
    struct core *core = sim_core(machine, false);
    const struct noise *noise = &core->description->noise;
    const struct sim_counters *counters = &core->description->counters;
    if (rng_unit(&core->foreign) < counters->shared)
        return NOT_MEASURED;
    count += counters->overhead;
    if (rng_unit(&core->foreign) < noise->preempted)
        count += noise->evicted > 0 ? (double)noise->evicted : INTRUDED;
    return fmax(count - counter->empty, 0);
}
