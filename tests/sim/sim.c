/* sim.c - harness.h's calls on simulated caches.

   A chain's loads are simulated once, until they cost the same from lap to lap; every sample is
   that cost with noise over it.  Only what follows a flush is simulated load by load. */
#include "sim.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    /* Laps that are simulated for a mean: the more the shorter they are.  Random replacement needs
       half the ways, times the logarithm of the sets, to find room for all that fits. */
    WARM_LOADS = 200000,
    LEAST_LAPS = 4,
    MOST_LAPS = 400,
    REPEATS = 4,  /* laps that are served alike, before all further ones are taken to be */
    PLENTY = 1000 /* misses, of which chance moves the number by a few percent only */
};
static const uint64_t ALIGNMENT = (uint64_t)2 << 20;
static const double QUANTUM_NS = 20000, STEPS = 200;
static const double STEADY = 0.95;

struct machine {
    struct sim_machine description;
    struct cache *level[SIM_LEVELS];
    size_t levels;
    bool random; /* some level replaces at random: a lap that repeats itself is no proof */
    struct rng noise;
    uint64_t next;             /* fresh addresses */
    const struct pages *pages; /* of the chain */
    const size_t *order;
    size_t count, at;
    size_t cold; /* loads to come that a flush has changed */
    double mean; /* cycles of a load in a warm lap, 0 where not known yet */
    double age_ns;
};

/* ---- opening ---- */

static bool open_levels(struct machine *machine, uint64_t seed) {
    for (; machine->levels < SIM_LEVELS; machine->levels++) {
        const struct cache_geometry *cache = &machine->description.level[machine->levels].cache;
        if (cache->bytes == 0)
            return true;
        machine->level[machine->levels] = cache_create(cache, seed + machine->levels);
        machine->random |= cache->policy == POLICY_RANDOM;
        if (machine->level[machine->levels] == NULL)
            return false;
    }
    return true;
}

struct machine *sim_open(const struct sim_machine *description, uint64_t seed) {
    struct rng seeds = {seed};
    struct machine *machine = calloc(1, sizeof *machine);
    if (machine == NULL)
        return NULL;
    machine->description = *description;
    machine->next = ALIGNMENT;
    machine->noise.state = rng_next(&seeds);
    if (open_levels(machine, rng_next(&seeds)))
        return machine;
    machine_close(machine);
    return NULL;
}

void machine_close(struct machine *machine) {
    for (size_t i = 0; i < SIM_LEVELS; i++)
        cache_destroy(machine->level[i]);
    free(machine);
}

/* What probes/harness/machine.c makes of a clock with such a step. */
double machine_quantum_ns(const struct machine *machine) {
    return fmax(QUANTUM_NS, STEPS * machine->description.noise.step_ns);
}

/* All that takes time is samples. */
double machine_age_ns(const struct machine *machine) {
    return machine->age_ns;
}

/* ---- pages ---- */

/* The base is an address of the simulated machine and no pointer into this program. */
bool pages_draw(struct machine *machine, struct pages *pages, size_t bytes,
                enum page_policy policy) {
    pages->base = (unsigned char *)(uintptr_t)machine->next;
    pages->bytes = bytes;
    pages->page_bytes = 4096;
    pages->huge = policy == PAGES_HUGE;
    pages->mapping = pages->base;
    pages->mapped = bytes;
    machine->next += (bytes / ALIGNMENT + 1) * ALIGNMENT;
    return true;
}

void pages_release(struct machine *machine, struct pages *pages) {
    (void)machine;
    memset(pages, 0, sizeof *pages);
}

size_t pages_limit(struct machine *machine) {
    return machine->description.limit;
}

/* ---- loads ---- */

/* How many loads each level served; behind the last level, memory. */
struct served {
    size_t by[SIM_LEVELS + 1];
};

static uint64_t address(const struct machine *machine, size_t i) {
    return (uint64_t)(uintptr_t)machine->pages->base + machine->order[i];
}

static struct served load(struct machine *machine, size_t loads) {
    struct served served = {{0}};
    for (; loads > 0; loads--) {
        uint64_t place = address(machine, machine->at);
        size_t level = 0;
        while (level < machine->levels && !cache_access(machine->level[level], place))
            level++;
        served.by[level]++;
        machine->at = machine->at + 1 < machine->count ? machine->at + 1 : 0;
    }
    return served;
}

static double cycles_of(const struct machine *machine, const struct served *served) {
    double cycles = (double)served->by[machine->levels] * machine->description.memory_cycles;
    for (size_t i = 0; i < machine->levels; i++)
        cycles += (double)served->by[i] * machine->description.level[i].cycles;
    return cycles;
}

/* ---- a warm chain ---- */

struct laps {
    struct served last, sum;
    size_t alike;
};

/* One lap more.  Returns whether all further ones are surely like it: where the first level
   served it all, or where nothing is random and laps repeat themselves. */
static bool next_lap(struct machine *machine, struct laps *laps) {
    struct served before = laps->last;
    laps->last = load(machine, machine->count);
    for (size_t i = 0; i <= machine->levels; i++)
        laps->sum.by[i] += laps->last.by[i];
    laps->alike = memcmp(&before, &laps->last, sizeof before) == 0 ? laps->alike + 1 : 0;
    return laps->last.by[0] == machine->count || (!machine->random && laps->alike >= REPEATS);
}

static size_t enough_laps(size_t count) {
    size_t laps = WARM_LOADS / count;
    return laps < LEAST_LAPS ? LEAST_LAPS : laps > MOST_LAPS ? MOST_LAPS : laps;
}

/* Where laps differ for ever, the mean lap of many.  Each window has twice the laps of the one
   before; under random replacement it ends where the misses are no longer getting fewer. */
static double warm_mean(struct machine *machine) {
    struct laps laps = {{{0}}, {{0}}, 0};
    double count = (double)machine->count, hits = count * machine->description.level[0].cycles;
    double lap = HUGE_VAL, last;
    for (size_t window = 1;; window *= 2) {
        memset(&laps.sum, 0, sizeof laps.sum);
        for (size_t i = 0; i < window; i++)
            if (next_lap(machine, &laps))
                return cycles_of(machine, &laps.last) / count;
        last = lap;
        lap = cycles_of(machine, &laps.sum) / (double)window;
        bool plenty = machine->count * window - laps.sum.by[0] >= PLENTY;
        if (window >= enough_laps(machine->count) ||
            (machine->random && plenty && lap - hits >= STEADY * (last - hits)))
            return lap / count;
    }
}

/* ---- chains ---- */

void chain_link(struct machine *machine, const struct pages *pages, const size_t *order,
                size_t count) {
    machine->pages = pages;
    machine->order = order;
    machine->count = count;
    machine->at = machine->cold = 0;
    machine->mean = 0;
}

bool chain_flush(struct machine *machine) {
    for (size_t i = 0; i < machine->count; i++)
        for (size_t level = 0; level < machine->levels; level++)
            cache_flush_line(machine->level[level], address(machine, i));
    machine->cold = machine->count;
    return true;
}

static double warm_cycles(struct machine *machine, size_t loads) {
    if (loads > 0 && !(machine->mean > 0))
        machine->mean = warm_mean(machine);
    machine->at = (machine->at + loads) % machine->count;
    return (double)loads * machine->mean;
}

bool chain_sample(struct machine *machine, size_t loads, struct timing *timing) {
    size_t cold = loads < machine->cold ? loads : machine->cold;
    struct served served = load(machine, cold);
    double cycles = cycles_of(machine, &served) + warm_cycles(machine, loads - cold);
    double ns = cycles / machine->description.ghz;
    machine->cold -= cold;
    bool good = noise_add(&machine->description.noise, &machine->noise, &ns);
    machine->age_ns += ns;
    timing->ns = ns / (double)loads;
    timing->cycles = timing->ns * machine->description.ghz;
    return good;
}
