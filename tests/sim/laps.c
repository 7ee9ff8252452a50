/* laps.c - simulates laps over chains until further laps cost the same. */
#include "laps.h"

#include <math.h>

enum {
    /* Short laps are simulated more often.  Random replacement needs half the ways, times the
       logarithm of the sets, laps to find room for all that fits. */
    WARM_LOADS = 200000,
    LEAST_LAPS = 4,
    MOST_LAPS = 400,
    PLENTY = 1000 /* misses: enough that chance changes their number by only a few percent */
};
static const double STEADY = 0.95;

/* ---- steps ---- */

/* A chain's AT is the number of the place where its walk stands.  Returns that place's offset, and
   moves on. */
uint64_t chain_next(struct chain *chain) {
    size_t place = (size_t)(uintptr_t)chain->at;
    chain->at = (void *)(uintptr_t)(place + 1 < chain->count ? place + 1 : 0);
    return chain->order[place];
}

/* Returns the cycles of one load. */
static double load_next(struct core *core, struct chain *chain) {
    return core_load(core, chain->pages->mapping, chain_next(chain));
}

/* Loads once from each chain.  The loads overlap, so a round costs the longest load, or more if
   there are more misses than the machine has in flight. */
static double load_round(struct core *core, const struct work *work) {
    double longest = 0, beyond = 0, hit = core_hit(core);
    for (size_t i = 0; i < work->count; i++) {
        double cycles = load_next(core, &work->chains[i]);
        longest = fmax(longest, cycles);
        beyond += cycles > hit ? cycles : 0;
    }
    return fmax(longest, beyond / (double)core->description->memory.in_flight);
}

/* Stores to the word after the link. */
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
    uint64_t last; /* a hash of the cost of each step of the last lap */
    size_t alike, misses;
    double cycles, sum;   /* of the last lap, and of all laps in the window */
    struct counts before; /* before the last lap */
};

static uint64_t hash_with(uint64_t hash, double cycles) {
    return (hash ^ (uint64_t)(cycles * 64)) * UINT64_C(0x9e3779b97f4a7c15);
}

/* Simulates one more lap.  Returns whether all further ones will certainly equal it: the first
   level served it entirely, or nothing is random and laps repeat. */
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

/* Simulates up to COUNT laps, and returns their number.  SETTLED is set if further ones equal the
   last. */
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

/* Simulates at most MOST laps.  If laps never repeat, the mean of many is the cost of further ones.
   Each window has twice the laps of the one before.  With random replacement the last window is
   that in which misses no longer become fewer.  Adds the cost to CYCLES, and returns the number of
   laps. */
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

/* Stores, and loads of several chains, leave no known cost for the next sample. */
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
