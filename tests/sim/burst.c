/* burst.c - the load queue, line fill buffers and the memory's bus. */
#include "burst.h"

#include "../../probes/machine/machine.h"

#include <math.h>

struct burst {
    double left[AT_ONCE_MOST]; /* when each load leaves the load queue */
    double free[SIM_BUFFERS];  /* when each buffer is free */
    double bus;                /* when memory has delivered all lines so far */
};

static double *first_free(struct burst *burst, size_t buffers) {
    double *first = burst->free;
    for (size_t i = 1; i < buffers; i++)
        if (burst->free[i] < *first)
            first = &burst->free[i];
    return first;
}

/* Cycles between two lines from memory. */
static double line_interval(const struct sim_machine *machine) {
    if (machine->levels == 0 || !(machine->memory.read > 0))
        return 0;
    const struct cache_geometry *last = &machine->level[machine->levels - 1].cache;
    return (double)(last->sector > 0 ? last->sector : last->line) / machine->memory.read;
}

/* When a load ends that enters at TIME and takes CYCLES. */
static double end_of(struct burst *burst, const struct core *core, double time, double cycles) {
    const struct sim_machine *machine = core->description;
    if (cycles <= core_hit(core))
        return time + cycles;
    double *buffer = first_free(burst, machine->memory.in_flight);
    double end = fmax(time, *buffer) + cycles;
    if (cycles >= machine->memory.cycles) {
        end = fmax(end, burst->bus + line_interval(machine));
        burst->bus = end;
    }
    *buffer = end;
    return end;
}

double burst_cycles(struct core *core, struct region *region, const size_t *order, size_t count) {
    struct burst burst = {.bus = 0};
    size_t queue = core->description->execute.load_queue;
    double last = 0;
    for (size_t i = 0; i < count; i++) {
        double entered = queue > 0 && i >= queue ? burst.left[i - queue] : 0;
        last = fmax(last, end_of(&burst, core, entered, core_load(core, region, order[i])));
        burst.left[i] = last;
    }
    return last;
}
