/* sim.c - machine.h's calls on a simulated machine.

   Every load is simulated, one by one, except in long samples and in walks that repeat themselves:
   there only until laps cost the same, and what follows is taken to be like them.  The noise of the
   clock and of the scheduler is laid over what that cost. */
#include "sim.h"

#include "../../probes/machine/alone.h"
#include "../../probes/machine/code.h"
#include "fetch.h"
#include "laps.h"
#include "predict.h"
#include "repeat.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double QUANTUM_NS = 20000, STEPS = 200, RESOLUTION_NS = 1;
/* Instructions that do nothing are fetched as fast as that. */
static const double CODE_BYTES_A_CYCLE = 32;
/* How long another thread has its turn. */
static const double TURN_NS = 3e6;
/* Cycles that a misprediction costs more while two threads fetch by turns (Zen 4, as measured). */
static const double MISS_BESIDE = 2;

struct machine {
    struct sim_machine description;
    struct core core;
    struct rng noise;
    struct steady steady;
    struct repeat repeat;
    const struct statement_loop *loop; /* the last one that was executed */
    double round[2][2]; /* cycles of a round, alone and beside another thread; usually, seldom */
    struct predictor predictor;
    struct fetch fetch;
    double age_ns;
    uint64_t turns; /* of the other thread */
    uint32_t linkings;
};

/* ---- opening ---- */

/* Something happens to the core that is no walk: what is known of further ones holds no more. */
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

/* What probes/machine/real/machine.c makes of a clock with such a step. */
double machine_quantum_ns(const struct machine *machine) {
    return fmax(QUANTUM_NS, STEPS * machine->description.noise.step_ns);
}

double machine_resolution_ns(const struct machine *machine) {
    return fmax(RESOLUTION_NS, machine->description.noise.step_ns);
}

/* All that takes time is chains. */
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

/* How often the frequency has changed until now. */
static uint64_t changes(const struct machine *machine) {
    double period_ns = 1000 * machine->description.noise.change_us;
    return period_ns > 0 ? (uint64_t)(machine->age_ns / period_ns) : 0;
}

static double ghz_now(const struct machine *machine) {
    const struct sim_machine *description = &machine->description;
    return changes(machine) % 2 == 1 ? description->noise.change_ghz : description->ghz;
}

/* Has what has a SHARE of all times its turn at this one? */
static bool has_turn(uint64_t time, double share) {
    struct rng turn = {time};
    return share > 0 && rng_unit(&turn) < share;
}

/* Has another thread its turn on this core? */
static bool is_beside(const struct machine *machine) {
    return has_turn(machine->turns + (uint64_t)(machine->age_ns / TURN_NS),
                    machine->description.noise.beside);
}

/* Who else is busy on the core, or in the last level, at this moment. */
static void look_around(struct machine *machine) {
    const struct noise *noise = &machine->description.noise;
    double contended = machine->age_ns < 1000 * noise->contended_us ? noise->contended : 0;
    machine->core.beside = is_beside(machine);
    if (fabs(contended - machine->core.hierarchy.contended) > 0)
        intervene(machine);
    machine->core.hierarchy.contended = contended;
}

/* Does what takes now this, now that, begin this time as it seldom does? */
static bool is_seldom(const struct machine *machine) {
    return has_turn(~machine->turns + (uint64_t)machine->age_ns,
                    machine->description.execute.at_times);
}

/* NS have passed, and this befell them. */
static void suffer(struct machine *machine, double ns, const struct disturbance *disturbance) {
    size_t evicted = machine->description.noise.evicted;
    machine->age_ns += fmax(ns, 0);
    if (disturbance->preempted && evicted > 0) {
        intervene(machine);
        core_disturb(&machine->core, evicted);
    }
}

/* ---- pages ---- */

/* The base is an address of the simulated machine and no pointer into this program; the mapping is
   the region, cut to 32 bits where pointers are. */
bool pages_draw(struct machine *machine, struct pages *pages, size_t bytes,
                enum page_policy policy) {
    struct core *core = &machine->core;
    struct region *region = frames_draw(&core->frames, bytes, policy == PAGES_HUGE, core->accesses);
    if (region == NULL)
        return false;
    if (machine->description.prefetchers > 0)
        region->content = calloc(bytes / sizeof(uint64_t) + 1, sizeof *region->content);
    region->linked = calloc(bytes / sizeof(uint64_t) + 1, sizeof *region->linked);
    if (region->linked == NULL)
        abort();
    pages->base = (unsigned char *)(uintptr_t)region->start;
    pages->bytes = bytes;
    pages->page_bytes = machine->description.pages.bytes;
    pages->huge = region->told;
    pages->mapping = region;
    pages->mapped = bytes;
    return true;
}

void pages_release(struct machine *machine, struct pages *pages) {
    intervene(machine);
    frames_release(&machine->core.frames, pages->mapping);
    memset(pages, 0, sizeof *pages);
}

size_t pages_limit(struct machine *machine) {
    return machine->description.limit;
}

/* ---- chains ---- */

/* A word holds one link: on a real machine a place that came twice would end the cycle early. */
static void link_once(struct machine *machine, struct region *region, size_t offset) {
    const size_t word = sizeof(uint64_t);
    uint32_t *linked = &region->linked[offset / word];
    uint32_t here = machine->linkings * (uint32_t)word + (uint32_t)(offset % word);
    if (*linked == here) {
        fprintf(stderr, "sim: the place %zu is linked twice\n", offset);
        abort();
    }
    *linked = here;
}

void chain_link(struct machine *machine, struct chain *chain, const struct pages *pages,
                const size_t *order, size_t count) {
    struct region *region = pages->mapping;
    intervene(machine);
    machine->linkings++;
    *chain = (struct chain){.pages = pages, .order = order, .count = count};
    for (size_t i = 0; i < count; i++) {
        core_store(&machine->core, region, order[i]);
        link_once(machine, region, order[i]);
        if (region->content != NULL)
            region->content[order[i] / sizeof(uint64_t)] =
                (uint32_t)order[i + 1 < count ? i + 1 : 0] + 1;
    }
}

static double walk(struct machine *machine, struct chain *chain, size_t loads) {
    machine->steady.chain = NULL;
    look_around(machine);
    if (machine->core.counting)
        intervene(machine);
    return repeat_walk(&machine->repeat, &machine->core, chain, loads) / ghz_now(machine);
}

void chain_walk(struct machine *machine, struct chain *chain, size_t loads) {
    machine->age_ns += walk(machine, chain, loads);
}

double chain_burst(struct machine *machine, struct chain *chain, size_t loads) {
    double ns = walk(machine, chain, loads);
    struct disturbance disturbance = noise_burst(&machine->description.noise, &machine->noise, &ns);
    suffer(machine, ns, &disturbance);
    return ns;
}

/* What is executed a third time finds all as the second time did. */
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

/* A frequency that changes meanwhile the rulers do not miss; they are long enough for another
   thread of the core to touch what it wants. */
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
    return !is_beside(machine);
}

double machine_contention(struct machine *machine) {
    machine->age_ns += machine_quantum_ns(machine);
    return is_beside(machine) ? 2 : 1;
}

/* Whoever runs beside this thread does so on every core. */
void machine_move(struct machine *machine) {
    (void)machine;
}

/* Two threads of one core take turns at whatever both want. */
static double round_of(const struct sim_execute *execute, const struct statement_loop *loop,
                       bool beside, bool seldom) {
    struct sim_execute now = *execute;
    now.width /= beside ? 2 : 1;
    for (size_t i = 0; i < now.operations; i++) {
        struct sim_operation *operation = &now.operation[i];
        operation->interval *= beside ? 2 : 1;
        operation->cycles = seldom && operation->seldom > 0 ? operation->seldom : operation->cycles;
    }
    return execute_round(&now, loop);
}

/* All rounds that there are. */
static void time_rounds(struct machine *machine, const struct statement_loop *loop) {
    const struct sim_execute *execute = &machine->description.execute;
    machine->loop = loop;
    for (int beside = 0; beside <= (machine->description.noise.beside > 0); beside++)
        for (int seldom = 0; seldom <= (execute->at_times > 0); seldom++)
            machine->round[beside][seldom] = round_of(execute, loop, beside, seldom);
}

/* Nothing else of a core changes from one sample to the next. */
bool statement_sample(struct machine *machine, const struct statement_loop *loop, size_t rounds,
                      struct timing *timing) {
    if (machine->loop != loop)
        time_rounds(machine, loop);
    double cycles = machine->round[is_beside(machine)][is_seldom(machine)] * (double)rounds;
    return sim_time(machine, cycles, (double)rounds, timing);
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

bool chain_flush(struct machine *machine, struct chain *chain) {
    if (machine->description.no_flush)
        return false;
    intervene(machine);
    for (size_t i = 0; i < chain->count; i++)
        core_flush(&machine->core, chain->pages->mapping, chain->order[i]);
    return true;
}
