/* laps.c - laps until they repeat themselves. */
#include "laps.h"

#include <math.h>

enum {
    /* Laps that are simulated for a mean: the more the shorter they are.  Random replacement needs
       half the ways, times the logarithm of the sets, to find room for all that fits. */
    WARM_LOADS = 200000,
    LEAST_LAPS = 4,
    MOST_LAPS = 400,
    PLENTY = 1000 /* misses, of which chance moves the number by a few percent only */
};
static const double STEADY = 0.95;

/* ---- steps ---- */

/* A chain's AT is the number of the place where its walk stands. */
uint64_t chain_next(struct chain *chain) {
    size_t place = (size_t)(uintptr_t)chain->at;
    chain->at = (void *)(uintptr_t)(place + 1 < chain->count ? place + 1 : 0);
    return chain->order[place];
}

/* Cycles of one load. */
static double load_next(struct core *core, struct chain *chain) {
    return core_load(core, chain->pages->mapping, chain_next(chain));
}

/* A load of each chain.  They overlap, but for the longest, and but for what more misses at a
   time take than the machine has in flight. */
static double load_round(struct core *core, const struct work *work) {
    double longest = 0, beyond = 0, hit = core_hit(core);
    for (size_t i = 0; i < work->count; i++) {
        double cycles = load_next(core, &work->chains[i]);
        longest = fmax(longest, cycles);
        beyond += cycles > hit ? cycles : 0;
    }
    return fmax(longest, beyond / (double)core->description->memory.in_flight);
}

/* To the word after the link. */
static double store_next(struct core *core, struct chain *chain) {
    return core_store(core, chain->pages->mapping, chain_next(chain) + sizeof(void *));
}

static double step(struct core *core, const struct work *work) {
    if (work->kind == STORES)
        return store_next(core, work->chains);
    return work->count == 1 ? load_next(core, work->chains) : load_round(core, work);
}

/* ---- laps ---- */

struct laps {
    uint64_t last; /* a hash of what each step of the last lap cost */
    size_t alike, misses;
    double cycles, sum;   /* of the last lap, of all in the window */
    struct counts before; /* the last lap */
};

static uint64_t hash_with(uint64_t hash, double cycles) {
    return (hash ^ (uint64_t)(cycles * 64)) * UINT64_C(0x9e3779b97f4a7c15);
}

/* One lap more.  Returns whether all further ones are surely like it: where the first level
   served it all, or where nothing is left to chance and laps repeat themselves. */
static bool next_lap(struct core *core, const struct work *work, struct laps *laps) {
    double hit = core_hit(core);
    uint64_t hash = 0;
    size_t misses = 0;
    laps->cycles = 0;
    laps->before = core->counts;
    for (size_t i = 0; i < work->chains->count; i++) {
        double cycles = step(core, work);
        laps->cycles += cycles;
        misses += cycles > hit;
        hash = hash_with(hash, cycles);
    }
    laps->misses += misses;
    laps->sum += laps->cycles;
    laps->alike = hash == laps->last ? laps->alike + 1 : 0;
    laps->last = hash;
    bool undisturbed = !core_contended(core) && work->kind == LOADS;
    return (misses == 0 && undisturbed) || (!core_erratic(core) && laps->alike >= LAPS_ALIKE);
}

static size_t enough_laps(size_t count) {
    size_t laps = WARM_LOADS / count;
    return laps < LEAST_LAPS ? LEAST_LAPS : laps > MOST_LAPS ? MOST_LAPS : laps;
}

/* Up to COUNT laps.  Returns how many; SETTLED where all further ones are like the last. */
static size_t window(struct core *core, const struct work *work, size_t count, struct laps *laps,
                     bool *settled) {
    size_t done = 0;
    laps->misses = 0;
    laps->sum = 0;
    while (done < count && !*settled) {
        *settled = next_lap(core, work, laps);
        done++;
    }
    return done;
}

/* MOST laps at the most.  Where laps differ for ever, the mean of many is what they cost from then
   on: each window has twice the laps of the one before; where chance rules it ends where the misses
   are no longer getting fewer.  Adds what was walked to CYCLES; returns how many laps. */
static size_t warm(struct core *core, struct steady *steady, const struct work *work, size_t most,
                   double *cycles) {
    struct laps laps = {.last = 0};
    double hits = (double)work->chains->count * core_hit(core), mean = HUGE_VAL;
    size_t enough = enough_laps(work->chains->count), done = 0;
    for (size_t length = 1; done < most; length *= 2) {
        bool settled = false;
        double last = mean;
        size_t walked =
            window(core, work, length < most - done ? length : most - done, &laps, &settled);
        done += walked;
        *cycles += laps.sum;
        mean = laps.sum / (double)walked;
        bool even =
            core_erratic(core) && laps.misses >= PLENTY && mean - hits >= STEADY * (last - hits);
        if (settled || length >= enough || even) {
            *steady = (struct steady){work->chains, settled ? laps.cycles : mean};
            break;
        }
    }
    return done;
}

double chain_walk_laps(struct core *core, struct chain *chain, size_t loads, uint64_t *hash) {
    const struct work work = {LOADS, chain, 1};
    struct laps laps = {.last = 0};
    size_t left = loads / (chain->count > 0 ? chain->count : 1), rest = loads - left * chain->count;
    bool settled = false;
    left -= window(core, &work, left, &laps, &settled);
    double cycles = laps.sum + (double)left * laps.cycles;
    core->accesses += left * chain->count;
    core_count_again(core, &laps.before, (double)left);
    *hash = laps.last;
    for (; rest > 0; rest--) {
        double load = load_next(core, chain);
        cycles += load;
        *hash = hash_with(*hash, load);
    }
    return cycles;
}

/* Stores, and loads of chains side by side, leave nothing that the next sample could use. */
double work_cycles(struct core *core, struct steady *steady, const struct work *work,
                   size_t steps) {
    size_t laps = steps / work->chains->count, rest = steps % work->chains->count;
    bool alone = work->kind == LOADS && work->count == 1;
    double cycles = 0;
    if (!alone || steady->chain != work->chains ||
        core_promotes(core, work->chains->pages->mapping)) {
        steady->chain = NULL;
        laps -= warm(core, steady, work, laps, &cycles);
    }
    if (laps > 0)
        cycles += (double)laps * steady->lap_cycles;
    core->accesses += laps * work->chains->count * work->count;
    for (; rest > 0; rest--)
        cycles += step(core, work);
    if (!alone)
        steady->chain = NULL;
    return cycles;
}
