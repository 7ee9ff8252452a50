/* sim.c - the functions of machine.h on a simulated machine.

   Every load is simulated, except in long samples and in walks that repeat: these are simulated
   only until laps cost the same, and further ones are assumed to equal them.  The noise of the
   clock and of the scheduler is added to that cost. */
#include "sim.h"

#include "../../probes/machine/alone.h"
#include "../../probes/machine/code.h"
#include "../../probes/machine/rest.h"
#include "../../probes/machine/walks_alone.h"
#include "burst.h"
#include "fetch.h"
#include "laps.h"
#include "predict.h"
#include "repeat.h"
#include "rounds.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double QUANTUM_NS = 20000, STEPS = 200, RESOLUTION_NS = 1;
/* Bytes of no-ops that are executed in a cycle. */
static const double CODE_BYTES_A_CYCLE = 32;
/* How long another thread of the core runs at a time. */
static const double TURN_NS = 3e6;
/* Additional cycles of a misprediction while two threads fetch in turns (Zen 4, as measured). */
static const double MISS_BESIDE = 2;

struct machine {
    struct sim_machine description;
    struct core core;
    struct rng noise;
    struct steady steady;
    struct repeat repeat;
    struct rounds rounds;
    struct predictor predictor;
    struct fetch fetch;
    double age_ns;
    uint64_t turns; /* seed of the other thread's turns */
};

/* ---- opening ---- */

/* Something other than a walk happens to the core, so that predicted costs no longer hold. */
static void intervene(struct machine *machine) {
    repeat_end(&machine->repeat, &machine->core);
    machine->steady.chain = NULL;
}

struct machine *sim_open(const struct sim_machine *description, uint64_t seed) {
    struct rng seeds = {seed};
    struct machine *machine = calloc(1, sizeof *machine);
    if (machine == NULL)
        return NULL;
    machine->description = *description;
    machine->noise.state = rng_next(&seeds);
    machine->turns = rng_next(&seeds);
    machine->predictor.bits.state = seed;
    if (core_open(&machine->core, &machine->description, &seeds) &&
        fetch_open(&machine->fetch, &machine->core, seed))
        return machine;
    machine_close(machine);
    return NULL;
}

void machine_close(struct machine *machine) {
    intervene(machine);
    core_close(&machine->core);
    fetch_close(&machine->fetch);
    free(machine);
}

/* The quantum that probes/machine/real/machine.c derives from such a step of the clock. */
double machine_quantum_ns(const struct machine *machine) {
    return fmax(QUANTUM_NS, STEPS * machine->description.noise.step_ns);
}

double machine_resolution_ns(const struct machine *machine) {
    return fmax(RESOLUTION_NS, machine->description.noise.step_ns);
}

/* Only chains take time here. */
double machine_age_ns(const struct machine *machine) {
    return machine->age_ns;
}

void machine_rest(struct machine *machine, double ns) {
    sim_spend(machine, ns);
}

void sim_spend(struct machine *machine, double ns) {
    machine->age_ns += ns;
}

double sim_chance(const struct machine *machine, uint64_t event) {
    struct rng chance = {machine->turns + event};
    return rng_unit(&chance);
}

struct core *sim_core(struct machine *machine, bool counting) {
    intervene(machine);
    machine->core.counting = counting;
    return &machine->core;
}

/* ---- time ---- */

/* Returns how often the frequency has changed until now. */
static uint64_t changes(const struct machine *machine) {
    double period_ns = 1000 * machine->description.noise.change_us;
    return period_ns > 0 ? (uint64_t)(machine->age_ns / period_ns) : 0;
}

static double ghz_now(const struct machine *machine) {
    const struct sim_machine *description = &machine->description;
    return changes(machine) % 2 == 1 ? description->noise.change_ghz : description->ghz;
}

/* Returns whether something that takes a SHARE of the time happens at TIME. */
static bool has_turn(uint64_t time, double share) {
    struct rng turn = {time};
    return share > 0 && rng_unit(&turn) < share;
}

/* Returns whether another thread runs on this core now. */
static bool is_beside(const struct machine *machine) {
    return cpus_are_busy_beside(&machine->description.cpus) ||
           has_turn(machine->turns + (uint64_t)(machine->age_ns / TURN_NS),
                    machine->description.noise.beside);
}

/* Updates what else is busy on the core and in the last level. */
static void look_around(struct machine *machine) {
    const struct noise *noise = &machine->description.noise;
    double contended = machine->age_ns < 1000 * noise->contended_us ? noise->contended : 0;
    machine->core.beside = is_beside(machine);
    if (fabs(contended - machine->core.hierarchy.contended) > 0)
        intervene(machine);
    machine->core.hierarchy.contended = contended;
}

/* Returns whether operations have their seldom latency in this sample. */
static bool is_seldom(const struct machine *machine) {
    return has_turn(~machine->turns + (uint64_t)machine->age_ns,
                    machine->description.execute.at_times);
}

/* Lets NS pass with their disturbance. */
static void suffer(struct machine *machine, double ns, const struct disturbance *disturbance) {
    size_t evicted = machine->description.noise.evicted;
    machine->age_ns += fmax(ns, 0);
    if (disturbance->preempted && evicted > 0) {
        intervene(machine);
        core_disturb(&machine->core, evicted);
    }
}

struct core *sim_front_end(struct machine *machine, struct fetch **fetch) {
    intervene(machine);
    look_around(machine);
    *fetch = &machine->fetch;
    return &machine->core;
}

/* ---- pages ---- */

/* BASE is an address of the simulated machine, not a pointer in this program; the mapping is the
   region, whose start is cut to 32 bits if pointers have 32. */
bool pages_draw(struct machine *machine, struct pages *pages, size_t bytes,
                enum page_policy policy) {
    struct core *core = &machine->core;
    struct region *region = frames_draw(&core->frames, bytes, policy == PAGES_HUGE, core->accesses);
    if (region == NULL)
        return false;
    if (machine->description.prefetchers > 0)
        region->content = calloc(bytes / sizeof(uint64_t) + 1, sizeof *region->content);
    if (policy == PAGES_ZEROS && !machine->description.pages.zeros_apart)
        frames_unite(region);
    pages->base = (unsigned char *)(uintptr_t)region->start;
    pages->bytes = bytes;
    pages->page_bytes = machine->description.pages.bytes;
    pages->huge = region->told;
    pages->mapping = region;
    pages->mapped = bytes;
    return true;
}

void pages_release(struct machine *machine, struct pages *pages) {
    if (pages->mapped == 0)
        return;
    intervene(machine);
    frames_release(&machine->core.frames, pages->mapping);
    memset(pages, 0, sizeof *pages);
}

size_t pages_limit(struct machine *machine) {
    return machine->description.limit;
}

/* ---- chains ---- */

void chain_link(struct machine *machine, struct chain *chain, const struct pages *pages,
                const size_t *order, size_t count) {
    struct region *region = pages->mapping;
    intervene(machine);
    /* On a real machine the cycle would end early, or other memory be overwritten. */
    const char *fault = links_fault(&region->links, order, count);
    if (fault != NULL) {
        fprintf(stderr, "sim: %s\n", fault);
        abort();
    }
    *chain = (struct chain){.pages = pages, .order = order, .count = count};
    for (size_t i = 0; i < count; i++) {
        core_store(&machine->core, region, order[i]);
        if (region->content != NULL)
            region->content[order[i] / sizeof(uint64_t)] =
                (uint32_t)order[i + 1 < count ? i + 1 : 0] + 1;
    }
}

/* Returns its cycles. */
static double walk(struct machine *machine, struct chain *chain, size_t loads) {
    machine->steady.chain = NULL;
    look_around(machine);
    if (machine->core.counting)
        intervene(machine);
    return repeat_walk(&machine->repeat, &machine->core, chain, loads);
}

void sim_work(struct machine *machine, double cycles) {
    machine->age_ns += cycles / ghz_now(machine);
}

void chain_walk(struct machine *machine, struct chain *chain, size_t loads) {
    sim_work(machine, walk(machine, chain, loads));
}

struct core *sim_core_now(struct machine *machine) {
    look_around(machine);
    return sim_core(machine, false);
}

double sim_burst(struct machine *machine, double cycles) {
    double ns = cycles / ghz_now(machine);
    struct disturbance disturbance = noise_burst(&machine->description.noise, &machine->noise, &ns);
    suffer(machine, ns, &disturbance);
    return ns;
}

double chain_burst(struct machine *machine, struct chain *chain, size_t loads) {
    return sim_burst(machine, walk(machine, chain, loads));
}

/* A third execution finds the caches as the second one did. */
void code_run(struct machine *machine, const struct code *code, size_t times) {
    double cycles = (double)(code->bytes * times) / CODE_BYTES_A_CYCLE;
    intervene(machine);
    for (size_t i = 0; i < times && i < 2; i++)
        if (!core_execute(&machine->core, code->bytes))
            abort();
    machine->age_ns += cycles / ghz_now(machine);
}

double chain_single(struct machine *machine, struct chain *chain) {
    return chain_burst(machine, chain, 1);
}

/* The rulers notice a change of frequency during the sample.  They are so long that another thread
   of the core touches all its lines meanwhile. */
bool sim_time(struct machine *machine, double cycles, double units, struct timing *timing) {
    double ghz = ghz_now(machine), ns = cycles / ghz;
    uint64_t before = changes(machine);
    struct disturbance disturbance = noise_add(&machine->description.noise, &machine->noise, &ns);
    disturbance.preempted |= is_beside(machine);
    suffer(machine, ns, &disturbance);
    timing->ns = ns / units;
    timing->cycles = timing->ns * ghz;
    return ns > 0 && !disturbance.disagree && changes(machine) == before;
}

static bool sample(struct machine *machine, const struct work *work, size_t steps, double units,
                   struct timing *timing) {
    repeat_end(&machine->repeat, &machine->core);
    look_around(machine);
    double cycles = work_cycles(&machine->core, &machine->steady, work, steps);
    return sim_time(machine, cycles, units, timing);
}

bool machine_alone(struct machine *machine) {
    return machine->description.cpus.busy == 0 && !is_beside(machine);
}

bool machine_has_all_cpus(struct machine *machine) {
    return machine->description.cpus.outside == 0;
}

/* Relative to others: on a Zen 5 a few looks of a thousand took 1.75 cycles, and all others 1.84
   or more. */
static const double SHORT_LOOK = 0.94;

double machine_contention(struct machine *machine) {
    double cost = is_beside(machine) ? 2 : 1, part = machine->description.noise.short_looks;
    machine->age_ns += machine_quantum_ns(machine);
    return part > 0 && rng_unit(&machine->noise) < part ? SHORT_LOOK * cost : cost;
}

/* The other thread runs beside this one on every core. */
void machine_move(struct machine *machine) {
    (void)machine;
}

/* A sample leaves the core unchanged, so rounds are computed once. */
bool statement_sample(struct machine *machine, const struct statement_loop *loop, size_t rounds,
                      struct timing *timing) {
    double round = rounds_cycles(&machine->rounds, &machine->description.execute, loop,
                                 is_beside(machine), is_seldom(machine));
    return sim_time(machine, round * (double)rounds, (double)rounds, timing);
}

bool branch_sample(struct machine *machine, const struct branches *branches, size_t rounds,
                   struct timing *timing) {
    struct sim_execute execute = machine->description.execute;
    execute.miss += execute.miss > 0 && is_beside(machine) ? MISS_BESIDE : 0;
    double cycles = predict_rounds(&execute, &machine->predictor, branches, rounds);
    return sim_time(machine, cycles, (double)rounds, timing);
}

bool calls_sample(struct machine *machine, const struct calls *calls, struct timing *timing) {
    intervene(machine);
    look_around(machine);
    double cycles = calls->block_run != NULL
                        ? fetch_block_run(&machine->fetch, &machine->core, calls)
                        : fetch_calls(&machine->fetch, &machine->core, calls);
    return sim_time(machine, cycles, (double)calls->count, timing);
}

bool chain_sample(struct machine *machine, struct chain *chain, size_t loads,
                  struct timing *timing) {
    struct work work = {LOADS, chain, 1};
    return sample(machine, &work, loads, (double)loads, timing);
}

bool chain_sample_all(struct machine *machine, struct chain *chains, size_t count, size_t loads,
                      struct timing *timing) {
    struct work work = {LOADS, chains, count};
    return sample(machine, &work, loads, (double)(loads * count), timing);
}

bool chain_store(struct machine *machine, struct chain *chain, size_t laps, struct timing *timing) {
    struct chain beside = *chain;
    struct work work = {STORES, &beside, 1};
    size_t stores = laps * chain->count;
    beside.at = NULL;
    return sample(machine, &work, stores, (double)stores, timing);
}

void chain_write(struct machine *machine, struct chain *chain) {
    struct chain beside = *chain;
    struct work work = {STORES, &beside, 1};
    beside.at = NULL;
    intervene(machine);
    machine->age_ns +=
        work_cycles(&machine->core, &machine->steady, &work, chain->count) / ghz_now(machine);
}

bool chain_walks_alone(const struct machine *machine) {
    (void)machine;
    return true;
}

double chain_at_once(struct machine *machine, const struct chain *chain, size_t first, size_t count,
                     size_t each) {
    struct core *core = &machine->core;
    double cycles = 0;
    if (machine->description.no_flush)
        return NOT_MEASURED;
    intervene(machine);
    look_around(machine);
    for (size_t i = first; i < first + count; i++)
        core_flush(core, chain->pages->mapping, chain->order[i]);
    for (size_t i = first; i < first + count; i += each)
        cycles += burst_cycles(core, chain->pages->mapping, chain->order + i, each);
    return sim_burst(machine, cycles);
}

bool chain_flush(struct machine *machine, struct chain *chain) {
    if (machine->description.no_flush)
        return false;
    intervene(machine);
    for (size_t i = 0; i < chain->count; i++)
        core_flush(&machine->core, chain->pages->mapping, chain->order[i]);
    return true;
}
