/* sim_zoo.c - the coverage of make check on tests/zoo/: each sweep that does not take long meets
   every behaviour that some machine has, and each excuse of a machine file is needed. */
#include "../helper.h"

#include "../trial/cover.h"
#include "../trial/excuses.h"
#include "../trial/machines.h"
#include "../trial/schedule.h"
#include "../trial/trial.h"

#include <stdio.h>
#include <string.h>

/* ---- what make check tries ---- */

/* The seeds of make check. */
enum { SEEDS = 2 };

static bool is_of_noise(enum behaviour behaviour) {
    return behaviour >= FIRST_OF_NOISE && behaviour < FIRST_OF_CPUS;
}

static bool is_checked(const struct subject *subject, const struct tried *tried, bool quiet) {
    for (uint64_t seed = 0; seed < SEEDS; seed++)
        if (schedule_has(subject, tried, seed, quiet, false))
            return true;
    return false;
}

/* Returns whether make check tries the sweep on a machine that has the behaviour; a behaviour of
   noise counts only in runs with noise.  Also true if a machine that has the behaviour has an
   `often` line for the sweep, or if no machine of the sweep has the behaviour. */
static bool is_met(const struct tried *tried, enum behaviour behaviour) {
    bool exists = false;
    for (size_t i = 0; i < zoo_count; i++) {
        if (!schedule_applies(&zoo[i].sim, tried) || !has_behaviour(&zoo[i].sim, behaviour))
            continue;
        if (is_checked(&zoo[i], tried, !is_of_noise(behaviour)) ||
            schedule_names(&zoo[i].sim, tried) != NULL)
            return true;
        exists = true;
    }
    return !exists;
}

static void every_sweep_meets_every_behaviour(void **state) {
    (void)state;
    for (size_t i = 0; i < TRIED_COUNT; i++)
        for (int behaviour = 0; behaviour < BEHAVIOURS; behaviour++) {
            const struct tried *tried = &TRIED_SWEEPS[i];
            bool noise = is_of_noise((enum behaviour)behaviour);
            if (schedule_is_long(tried->name) || (noise && schedule_is_brief(tried->name)) ||
                !cover_concerns(tried, (enum behaviour)behaviour))
                continue;
            if (!is_met(tried, (enum behaviour)behaviour))
                fail_msg("make check never tries %s where line %d of enum behaviour shows",
                         tried->name, behaviour);
        }
}

static void every_long_sweep_has_a_machine(void **state) {
    (void)state;
    for (size_t i = 0; i < TRIED_COUNT; i++) {
        size_t checked = 0, apply = 0;
        for (size_t k = 0; k < zoo_count; k++) {
            apply += schedule_applies(&zoo[k].sim, &TRIED_SWEEPS[i]);
            checked += is_checked(&zoo[k], &TRIED_SWEEPS[i], true) ||
                       is_checked(&zoo[k], &TRIED_SWEEPS[i], false);
        }
        if (apply > 0 && checked == 0)
            fail_msg("make check never runs %s: an `often` line of a machine must name it",
                     TRIED_SWEEPS[i].name);
    }
}

/* ---- excuses ---- */

static bool is_asked(const struct tried *tried, const char *name) {
    for (const char *const *asked = tried->asked; *asked != NULL; asked++)
        if (strcmp(*asked, name) == 0)
            return true;
    for (const char *const *also = trial_also(tried); *also != NULL; also++)
        if (strcmp(*also, name) == 0)
            return true;
    return false;
}

/* Returns whether an excuse of the machine's file is needed for NAME: one of the SWEEPS, or of all
   if the list is empty, is tried on the machine and asked for NAME, and no shared excuse covers it.
 */
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
