/* sim.c - harness.h's calls on simulated caches.

   Every load is simulated, one by one, except in long samples: there only until the laps cost the
   same, and what follows is taken to be like them. */
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
static const double QUANTUM_NS = 20000, STEPS = 200, RESOLUTION_NS = 1;
static const double STEADY = 0.95;

/* What is known of the chains that were walked last: what a lap of theirs costs for ever, as long
   as nobody else comes between. */
struct steady {
    const struct chain *chains; /* NULL: nothing */
    double lap_cycles;
};

struct machine {
    struct sim_machine description;
    struct cache *level[SIM_LEVELS];
    size_t levels;
    bool random; /* some level replaces at random: a lap that repeats itself is no proof */
    struct rng noise;
    uint64_t next; /* fresh addresses */
    struct steady steady;
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

double machine_resolution_ns(const struct machine *machine) {
    return fmax(RESOLUTION_NS, machine->description.noise.step_ns);
}

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

/* A chain's AT is the number of the place where its walk stands. */
static size_t place_of(const struct chain *chain) {
    return (size_t)(uintptr_t)chain->at;
}

static void stand_at(struct chain *chain, size_t place) {
    chain->at = (void *)(uintptr_t)place;
}

static uint64_t address(const struct chain *chain, size_t i) {
    return (uint64_t)(uintptr_t)chain->pages->base + chain->order[i];
}

/* Cycles of a load or a store: both bring the line into every level. */
static double access_line(struct machine *machine, uint64_t place) {
    for (size_t level = 0; level < machine->levels; level++)
        if (cache_access(machine->level[level], place))
            return machine->description.level[level].cycles;
    return machine->description.memory_cycles;
}

static double load_next(struct machine *machine, struct chain *chain) {
    size_t place = place_of(chain);
    stand_at(chain, place + 1 < chain->count ? place + 1 : 0);
    return access_line(machine, address(chain, place));
}

/* ---- work ---- */

/* What a sample times: COUNT chains side by side, or stores to one. */
struct work {
    enum { LOADS, STORES } kind;
    struct chain *chains;
    size_t count;
    bool again; /* the next sample may be of the same */
};

/* A load of each chain.  They overlap, but for the longest, and but for what more misses at a
   time take than the machine has in flight. */
static double load_round(struct machine *machine, const struct work *work) {
    double longest = 0, beyond = 0, hit = machine->description.level[0].cycles;
    for (size_t i = 0; i < work->count; i++) {
        double cycles = load_next(machine, &work->chains[i]);
        longest = fmax(longest, cycles);
        beyond += cycles > hit ? cycles : 0;
    }
    return fmax(longest, beyond / (double)machine->description.in_flight);
}

/* Stores do not wait for what they miss, but only so many misses are in flight. */
static double store_next(struct machine *machine, struct chain *chain) {
    double cycles = load_next(machine, chain);
    bool hit = !(cycles > machine->description.level[0].cycles);
    return hit ? 1 : cycles / (double)machine->description.in_flight;
}

static double step(struct machine *machine, const struct work *work) {
    if (work->kind == STORES)
        return store_next(machine, work->chains);
    return work->count == 1 ? load_next(machine, work->chains) : load_round(machine, work);
}

/* ---- laps ---- */

struct laps {
    uint64_t last; /* a hash of what each load of the last lap cost */
    size_t alike, misses;
    double cycles; /* of the last lap */
};

/* One lap more.  Returns whether all further ones are surely like it: where the first level
   served it all, or where nothing is random and laps repeat themselves. */
static bool next_lap(struct machine *machine, const struct work *work, struct laps *laps) {
    double hit = machine->levels > 0 ? machine->description.level[0].cycles : 0;
    uint64_t hash = 0;
    size_t misses = 0;
    laps->cycles = 0;
    for (size_t i = 0; i < work->chains->count; i++) {
        double cycles = step(machine, work);
        laps->cycles += cycles;
        misses += cycles > hit;
        hash = hash * UINT64_C(0x9e3779b97f4a7c15) + (uint64_t)(cycles * 64);
    }
    laps->misses += misses;
    laps->alike = hash == laps->last ? laps->alike + 1 : 0;
    laps->last = hash;
    return misses == 0 || (!machine->random && laps->alike >= REPEATS);
}

static size_t enough_laps(size_t count) {
    size_t laps = WARM_LOADS / count;
    return laps < LEAST_LAPS ? LEAST_LAPS : laps > MOST_LAPS ? MOST_LAPS : laps;
}

/* MOST laps at the most.  Where laps differ for ever, the mean of many is what they cost from then
   on: each window has twice the laps of the one before; under random replacement it ends where the
   misses are no longer getting fewer.  Adds what was walked to CYCLES; returns how many laps. */
static size_t warm(struct machine *machine, const struct work *work, size_t most, double *cycles) {
    struct laps laps = {0, 0, 0, 0};
    double hits = (double)work->chains->count * machine->description.level[0].cycles;
    double mean = HUGE_VAL;
    size_t done = 0;
    for (size_t window = 1;; window *= 2) {
        double sum = 0, last = mean;
        laps.misses = 0;
        for (size_t i = 0; i < window; i++) {
            if (done == most)
                return done;
            bool settled = next_lap(machine, work, &laps);
            done++;
            sum += laps.cycles;
            *cycles += laps.cycles;
            if (settled) {
                machine->steady = (struct steady){work->chains, laps.cycles};
                return done;
            }
        }
        mean = sum / (double)window;
        if (window >= enough_laps(work->chains->count) ||
            (machine->random && laps.misses >= PLENTY && mean - hits >= STEADY * (last - hits))) {
            machine->steady = (struct steady){work->chains, mean};
            return done;
        }
    }
}

/* STEPS of the work: whole laps, and the rest of one. */
static double cycles_of(struct machine *machine, const struct work *work, size_t steps) {
    size_t laps = steps / work->chains->count, rest = steps % work->chains->count;
    double cycles = 0;
    if (machine->steady.chains != work->chains || !work->again) {
        machine->steady.chains = NULL;
        laps -= warm(machine, work, laps, &cycles);
    }
    if (laps > 0)
        cycles += (double)laps * machine->steady.lap_cycles;
    for (; rest > 0; rest--)
        cycles += step(machine, work);
    if (!work->again)
        machine->steady.chains = NULL;
    return cycles;
}

/* ---- chains ---- */

void chain_link(struct machine *machine, struct chain *chain, const struct pages *pages,
                const size_t *order, size_t count) {
    *chain = (struct chain){.pages = pages, .order = order, .count = count};
    stand_at(chain, 0);
    machine->steady.chains = NULL;
    for (size_t i = 0; i < count; i++)
        access_line(machine, address(chain, i));
}

static double walk(struct machine *machine, struct chain *chain, size_t loads) {
    double cycles = 0;
    machine->steady.chains = NULL;
    for (; loads > 0; loads--)
        cycles += load_next(machine, chain);
    return cycles;
}

void chain_walk(struct machine *machine, struct chain *chain, size_t loads) {
    machine->age_ns += walk(machine, chain, loads) / machine->description.ghz;
}

double chain_burst(struct machine *machine, struct chain *chain, size_t loads) {
    double ns = walk(machine, chain, loads) / machine->description.ghz;
    machine->age_ns += ns;
    noise_burst(&machine->description.noise, &machine->noise, &ns);
    return ns;
}

/* The timing is of one of UNITS. */
static bool sample(struct machine *machine, const struct work *work, size_t steps, double units,
                   struct timing *timing) {
    double ns = cycles_of(machine, work, steps) / machine->description.ghz;
    bool good = noise_add(&machine->description.noise, &machine->noise, &ns);
    machine->age_ns += ns;
    timing->ns = ns / units;
    timing->cycles = timing->ns * machine->description.ghz;
    return good;
}

bool chain_sample(struct machine *machine, struct chain *chain, size_t loads,
                  struct timing *timing) {
    struct work work = {LOADS, chain, 1, true};
    return sample(machine, &work, loads, (double)loads, timing);
}

bool chain_sample_all(struct machine *machine, struct chain *chains, size_t count, size_t loads,
                      struct timing *timing) {
    struct work work = {LOADS, chains, count, false};
    return sample(machine, &work, loads, (double)(loads * count), timing);
}

bool chain_store(struct machine *machine, struct chain *chain, size_t laps, struct timing *timing) {
    struct chain beside = *chain;
    struct work work = {STORES, &beside, 1, false};
    size_t stores = laps * chain->count;
    stand_at(&beside, 0);
    return sample(machine, &work, stores, (double)stores, timing);
}

bool chain_flush(struct machine *machine, struct chain *chain) {
    machine->steady.chains = NULL;
    for (size_t i = 0; i < chain->count; i++)
        for (size_t level = 0; level < machine->levels; level++)
            cache_flush_line(machine->level[level], address(chain, i));
    return true;
}
