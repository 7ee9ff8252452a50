/* handover.c - loads of lines that another CPU has written, on a simulated machine.

   The request of another core is answered by a level that both share, if no level of the writer's
   core has newer data, or else by that core.  If the line is dirty in the writer's first level, the
   time of a load from there is added. */
#include "../../probes/machine/handover.h"

#include "core.h"
#include "cpus.h"
#include "sim.h"

/* Rounds differ by noise only: two are simulated, and noise is added to each of all. */
enum { SIMULATED = 2 };
static const double START_NS = 1e5;

static void walk_places(struct core *core, const struct chain *chain, bool store) {
    for (size_t i = 0; chain != NULL && i < chain->count; i++)
        if (store)
            core_store(core, chain->pages->mapping, chain->order[i]);
        else
            core_load(core, chain->pages->mapping, chain->order[i]);
}

static void write_lines(struct core *core, const struct handover *handover) {
    walk_places(core, handover->lines, true);
    walk_places(core, handover->others, true);
}

static bool is_shared(const struct core *core, size_t level, size_t from, size_t to) {
    const struct sim_machine *sim = core->description;
    size_t cores = cpus_sharers(&sim->cpus, sim->level[level].shared);
    return cpus_core(&sim->cpus, from) / cores == cpus_core(&sim->cpus, to) / cores;
}

/* Returns the cycles of a load by TO of a line that FROM has written. */
static double line_cycles(const struct core *core, size_t from, size_t to,
                          const struct place *place) {
    const struct hierarchy *hierarchy = &core->hierarchy;
    const struct sim_machine *sim = core->description;
    double pass = cpus_pass_ns(&sim->cpus, from, to) * sim->ghz;
    for (size_t i = 0; i < hierarchy->levels; i++) {
        if (cache_is_dirty(hierarchy->cache[i], place) && !is_shared(core, i, from, to))
            return pass + (i == 0 ? hierarchy_cycles(hierarchy, 0) : 0);
        if (is_shared(core, i, from, to) && cache_holds(hierarchy->cache[i], place))
            return hierarchy_cycles(hierarchy, i);
    }
    return hierarchy_cycles(hierarchy, hierarchy->levels);
}

/* Returns the ns of a load of each line, on average. */
static double lines_ns(const struct core *core, const struct chain *lines, size_t from, size_t to) {
    double cycles = 0;
    for (size_t i = 0; i < lines->count; i++) {
        struct place place = region_place(lines->pages->mapping, lines->order[i]);
        cycles += line_cycles(core, from, to, &place);
    }
    return cycles / (double)lines->count / core->description->ghz;
}

bool parallel_handover(struct machine *machine, const struct cpu_pair *pair,
                       struct handover *handover) {
    struct core *core = sim_core(machine, false);
    const struct sim_cpus *cpus = &core->description->cpus;
    double age_ns = machine_age_ns(machine), held_ns = 0, away_ns = 0;
    size_t from = cpus_place(cpus, pair->from, age_ns), to = cpus_place(cpus, pair->to, age_ns);
    if (cpus->free || cpus_take_turns(cpus, pair->from, pair->to))
        return false;
    for (size_t i = 0; i < handover->rounds; i++) {
        if (i < SIMULATED) {
            walk_places(core, handover->far, false);
            write_lines(core, handover);
            walk_places(core, handover->near, false);
            held_ns = lines_ns(core, handover->lines, from, to);
            write_lines(core, handover);
            walk_places(core, handover->far, false);
            walk_places(core, handover->near, false);
            away_ns = lines_ns(core, handover->lines, from, to);
        }
        handover->held_ns[i] = core_noisy(core, held_ns);
        handover->away_ns[i] = core_noisy(core, away_ns);
    }
    sim_spend(machine, START_NS + 1e4 * (double)handover->rounds);
    return true;
}
