/* sim_zoo.c - the coverage of make check on tests/zoo/: each sweep runs on every behaviour that
   some machine has, and each `unknown` line is needed. */
#include "../helper.h"

#include "../trial/excuses.h"
#include "../trial/machines.h"
#include "../trial/schedule.h"
#include "../trial/trial.h"

#include <stdio.h>
#include <string.h>

/* ---- behaviours ---- */

enum behaviour {
    /* the replacement policy of a level, in the order of policy_kind */
    REPLACES_LRU,
    REPLACES_TREE,
    REPLACES_RANDOM,
    REPLACES_FIFO,
    REPLACES_QLRU,
    /* a level of cache */
    IS_HASHED,
    IS_PARTLY_HASHED,
    IS_VIRTUAL,
    IS_INCLUSIVE,
    IS_VICTIM,
    IS_BESIDE,
    IS_SECTORED,
    WRITES_THROUGH,
    NOT_ALLOCATING,
    IS_UNIFIED,
    /* pages and TLBs */
    IS_SCATTERED,
    IS_PROMOTED,
    HAS_BIG_PAGES,
    HAS_SKEWED_TLB,
    HAS_RANDOM_TLB,
    COALESCES,
    /* the rest of the machine */
    IS_32_BIT,
    NO_FLUSH,
    PREFETCHES,
    HAS_NEIGHBOUR,
    HAS_THREAD_BESIDE,
    CHANGES_CLOCK,
    /* several CPUs */
    HAS_THREADS,
    HAS_MODULES,
    HAS_TWO_KINDS,
    HAS_QUOTA,
    HAS_NODES,
    IS_UNPINNED,
    IS_MOVED,
    BEHAVIOURS
};

static bool of_level(const struct sim_level *level, bool first, enum behaviour behaviour) {
    const struct cache_geometry *cache = &level->cache;
    switch (behaviour) {
    case IS_HASHED:
        return cache->index == INDEX_HASHED;
    case IS_PARTLY_HASHED:
        return cache->index == INDEX_PARTLY;
    case IS_VIRTUAL:
        return cache->index == INDEX_VIRTUAL;
    case IS_INCLUSIVE:
        return level->kind == LEVEL_INCLUSIVE;
    case IS_VICTIM:
        return level->kind == LEVEL_VICTIM;
    case IS_BESIDE:
        return level->kind == LEVEL_BESIDE;
    case IS_SECTORED:
        return cache->sector > 0;
    case WRITES_THROUGH:
        return level->write_through;
    case NOT_ALLOCATING:
        return level->no_allocate;
    case IS_UNIFIED:
        return first && !level->data_only;
    default:
        return behaviour <= REPLACES_QLRU && cache->policy.kind == (enum policy_kind)behaviour;
    }
}

static bool of_translation(const struct sim_machine *sim, enum behaviour behaviour) {
    bool skewed = false, random = false, coalesces = false;
    for (size_t i = 0; i < sim->tlbs; i++) {
        skewed = skewed || sim->tlb[i].index == INDEX_HASHED;
        random = random || sim->tlb[i].policy.kind == POLICY_RANDOM;
        coalesces = coalesces || sim->tlb[i].coalesces > 1;
    }
    switch (behaviour) {
    case IS_SCATTERED:
        return sim->pages.frames == FRAMES_SCATTERED;
    case IS_PROMOTED:
        return sim->pages.frames == FRAMES_PROMOTED;
    case HAS_BIG_PAGES:
        return sim->pages.bytes > 4096;
    case HAS_SKEWED_TLB:
        return skewed;
    case HAS_RANDOM_TLB:
        return random;
    default:
        return behaviour == COALESCES && coalesces;
    }
}

static bool of_cpus(const struct sim_cpus *cpus, enum behaviour behaviour) {
    switch (behaviour) {
    case HAS_THREADS:
        return cpus->threads > 1;
    case HAS_MODULES:
        return cpus->module > 1;
    case HAS_TWO_KINDS:
        return cpus->slow > 0;
    case HAS_QUOTA:
        return cpus->quota > 0;
    case HAS_NODES:
        return cpus->count > 0 && cpus_nodes(cpus) > 1;
    case IS_UNPINNED:
        return cpus->free;
    default:
        return behaviour == IS_MOVED && cpus->moved_ms > 0;
    }
}

static bool of_core(const struct sim_machine *sim, enum behaviour behaviour) {
    switch (behaviour) {
    case IS_32_BIT:
        return sim->execute.operations > 0 && execute_find(&sim->execute, OP_ADD, "i64") == NULL;
    case NO_FLUSH:
        return sim->no_flush;
    case PREFETCHES:
        return sim->prefetchers > 0;
    case HAS_NEIGHBOUR:
        return sim->noise.neighbour > 0;
    case HAS_THREAD_BESIDE:
        return sim->noise.beside > 0 || sim->noise.taken > 0;
    default:
        return behaviour == CHANGES_CLOCK && sim->noise.change_us > 0;
    }
}

static bool has(const struct sim_machine *sim, enum behaviour behaviour) {
    for (size_t i = 0; i < sim->levels; i++)
        if (of_level(&sim->level[i], i == 0, behaviour))
            return true;
    return of_translation(sim, behaviour) || of_core(sim, behaviour) ||
           of_cpus(&sim->cpus, behaviour);
}

/* ---- what make check tries ---- */

/* The fewest seeds with which the tests run (.ci/run). */
enum { SEEDS = 2 };

static bool is_checked(const struct sim_machine *sim, const struct tried *tried) {
    for (uint64_t seed = 0; seed < SEEDS; seed++)
        if (schedule_has(sim, tried, seed, true, false) ||
            schedule_has(sim, tried, seed, false, false))
            return true;
    return false;
}

/* Returns how many machines have the behaviour and are tried with the sweep by make check; *ONE is
   the name of one that has it, tried or not, or NULL. */
static size_t count_checked(const struct tried *tried, enum behaviour behaviour, const char **one) {
    size_t checked = 0;
    *one = NULL;
    for (size_t i = 0; i < zoo_count; i++)
        if (schedule_applies(&zoo[i].sim, tried) && has(&zoo[i].sim, behaviour)) {
            *one = zoo[i].name;
            checked += is_checked(&zoo[i].sim, tried);
        }
    return checked;
}

static void every_sweep_meets_every_behaviour(void **state) {
    size_t pairs = 0;
    (void)state;
    for (size_t i = 0; i < TRIED_COUNT; i++)
        for (int behaviour = 0; behaviour < BEHAVIOURS; behaviour++) {
            const char *one;
            size_t checked = count_checked(&TRIED_SWEEPS[i], (enum behaviour)behaviour, &one);
            pairs += checked > 0;
            if (one != NULL && checked == 0 && !schedule_is_long(TRIED_SWEEPS[i].name))
                fail_msg("make check never tries %s on a machine like %s, of behaviour %d: see the "
                         "`often` lines of such machines",
                         TRIED_SWEEPS[i].name, one, behaviour);
        }
    print_message("%zu pairs of a sweep and a behaviour\n", pairs);
}

static void every_long_sweep_has_a_machine(void **state) {
    (void)state;
    for (size_t i = 0; i < TRIED_COUNT; i++) {
        size_t checked = 0, apply = 0;
        for (size_t k = 0; k < zoo_count; k++) {
            apply += schedule_applies(&zoo[k].sim, &TRIED_SWEEPS[i]);
            checked += is_checked(&zoo[k].sim, &TRIED_SWEEPS[i]);
        }
        if (apply > 0 && checked == 0)
            fail_msg("make check never runs %s: an `often` line of a machine must name it",
                     TRIED_SWEEPS[i].name);
    }
}

/* ---- exceptions ---- */

static bool is_asked(const struct tried *tried, const char *name) {
    for (const char *const *asked = tried->asked; *asked != NULL; asked++)
        if (strcmp(*asked, name) == 0)
            return true;
    for (const char *const *also = trial_also(tried); *also != NULL; also++)
        if (strcmp(*also, name) == 0)
            return true;
    return false;
}

/* Returns whether a sweep that is tried on the machine must find NAME there without `unknown`
   lines. */
static bool is_needed(const struct sim_machine *sim, const char *sweeps, const char *name) {
    for (size_t i = 0; i < TRIED_COUNT; i++) {
        const struct tried *tried = &TRIED_SWEEPS[i];
        if ((sweeps[0] == '\0' || is_listed(sweeps, tried->name)) && schedule_applies(sim, tried) &&
            is_asked(tried, name) && shared_excuse_of(sim, tried->name, name) == NULL)
            return true;
    }
    return false;
}

static void every_exception_concerns_a_sweep(void **state) {
    (void)state;
    for (size_t i = 0; i < zoo_count; i++)
        for (size_t k = 0; k < zoo[i].sim.expected.unknowns; k++) {
            const struct expected_unknown *unknown = &zoo[i].sim.expected.unknown[k];
            char names[EXPECTED_NAMES];
            memcpy(names, unknown->names, sizeof names);
            for (char *name = strtok(names, ","); name != NULL; name = strtok(NULL, ","))
                if (!is_needed(&zoo[i].sim, unknown->sweeps, name))
                    fail_msg("%s: no sweep has to tell %s", zoo[i].name, name);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_sweep_meets_every_behaviour),
        cmocka_unit_test(every_long_sweep_has_a_machine),
        cmocka_unit_test(every_exception_concerns_a_sweep),
    };
    machines_read(NULL);
    return cmocka_run_group_tests_name("sim_zoo", tests, NULL, NULL);
}
