/* first_touch.c - the functions of first_touch.h on a simulated machine.

   A page comes from the node of the CPU that touches it first, or from the first node if that one
   is full.  Its channel of the node is random, and the distance to a channel differs from core to
   core.  Memory of another node takes longer, and so does all memory while other load uses it. */
#include "../../probes/machine/first_touch.h"

#include "core.h"
#include "cpus.h"
#include "sim.h"

#include <math.h>

enum { CHANNELS = 8, AREA_PAGES = AREA_BYTES / 4096, WALK_LOADS = 512, WALK_LAPS = 2 };
/* The part of memory's latency that scales with the frequency of the core. */
static const double OF_CORE = 0.2;
/* The time to wake a thread on a CPU, to touch a page and to flush a line; and for how long other
   load lasts. */
static const double SEND_NS = 3e4, TOUCH_NS = 500, FLUSH_NS = 50, TRAFFIC_NS = 3e6;

static struct { size_t node, pages[CHANNELS]; } area[AREAS_MOST];

static size_t core_now(struct machine *machine, size_t cpu) {
    const struct sim_cpus *cpus = &sim_core(machine, false)->description->cpus;
    return cpus_core(cpus, cpus_place(cpus, cpu, machine_age_ns(machine)));
}

bool first_touch_draw(struct machine *machine, size_t number, size_t cpu) {
    struct core *core = sim_core(machine, false);
    const struct sim_cpus *cpus = &core->description->cpus;
    size_t node = cpus_node(cpus, core_now(machine, cpu));
    if (cpus->free && cpus->count > 1)
        return false;
    area[number].node = node + cpus->full < cpus_nodes(cpus) ? node : 0;
    for (size_t i = 0; i < CHANNELS; i++)
        area[number].pages[i] = 0;
    for (size_t i = 0; i < AREA_PAGES; i++)
        area[number].pages[rng_below(&core->foreign, CHANNELS)]++;
    sim_spend(machine, SEND_NS + TOUCH_NS * AREA_PAGES);
    return true;
}

/* Returns the mean ns of a load from one of the area's lines. */
static double load_ns(struct machine *machine, size_t number, size_t its_core) {
    const struct sim_machine *description = sim_core(machine, false)->description;
    const struct sim_cpus *cpus = &description->cpus;
    double clock = cpus_is_slow(cpus, its_core) ? cpus->slow_clock : 1, sum = 0;
    double ns = description->memory.cycles / description->ghz * (1 - OF_CORE + OF_CORE / clock) +
                cpus_memory_ns(cpus, its_core, area[number].node);
    for (size_t i = 0; i < CHANNELS; i++) {
        size_t channel = area[number].node * CHANNELS + i;
        double off = 2 * sim_chance(machine, channel * CPUS_MOST + its_core) - 1;
        sum += (double)area[number].pages[i] * (1 + cpus->uneven * off);
    }
    uint64_t moment = (uint64_t)(machine_age_ns(machine) / TRAFFIC_NS);
    return ns * sum / AREA_PAGES * (1 + cpus->traffic * sim_chance(machine, ~moment));
}

double first_touch_walk(struct machine *machine, size_t number, size_t cpu) {
    struct core *core = sim_core(machine, false);
    double least = HUGE_VAL;
    if (core->description->no_flush)
        return HUGE_VAL;
    sim_spend(machine, SEND_NS);
    for (size_t lap = 0; lap < WALK_LAPS; lap++) {
        double ns = WALK_LOADS * load_ns(machine, number, core_now(machine, cpu));
        noise_burst(&core->description->noise, &core->foreign, &ns);
        sim_spend(machine, ns + WALK_LOADS * FLUSH_NS);
        least = fmin(least, ns / WALK_LOADS);
    }
    return least;
}

void first_touch_release(struct machine *machine, size_t number) {
    (void)machine;
    (void)number;
}
