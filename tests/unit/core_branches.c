/* core_branches.c - the cost of a mispredicted branch on every machine of tests/zoo/ with a core:
   right without noise, right or `unknown` with it, and `unknown` on a machine without
   mispredictions.

   ZOO_SEEDS: runs of each machine with noise (3). */
#include "../helper.h"

#include "../sim/run.h"
#include "../sim/zoo.h"

#include <stdlib.h>
#include <string.h>

extern const struct method branches_method;

enum { FEWEST_MACHINES = 10 };

static size_t known, unknown;

sweep sweep_branches;

/* Checks that the answer is EXPECTED or, unless it MUST be known, unknown, or that there is no
   table. */
static void check(const struct sim_machine *sim, uint64_t seed, const char *expected, bool must) {
    char value[40];
    struct run run = run_sweep(sweep_branches, &branches_method, sim, seed);
    run_answer(run.output, "branch_miss", value, sizeof value);
    bool is_unknown = value[0] == '\0' || strcmp(value, "unknown") == 0;
    known += !is_unknown;
    unknown += is_unknown;
    if (strcmp(value, expected) != 0 && (must || !is_unknown)) {
        fprintf(stderr, "branch_miss=%s, should be %s\n%s%s", value, expected, run.table,
                run.output);
        fail();
    }
    run_free(&run);
}

/* ---- the zoo ---- */

static const char *truth(const struct sim_machine *sim) {
    static char text[40];
    snprintf(text, sizeof text, "%.0f", sim->execute.miss);
    return text;
}

static void check_quiet(const struct sim_machine *sim, const char *name) {
    struct sim_machine quiet = *sim;
    (void)name;
    memset(&quiet.noise, 0, sizeof quiet.noise);
    if (sim->execute.miss > 0)
        check(&quiet, 1, truth(sim), true);
}

static struct noise noise = {
    .jitter = 0.003, .preempted = 0.02, .preempted_us = 20, .disagree = 0.01, .step_ns = 1};

static void check_noisy(const struct sim_machine *sim, const char *name) {
    const char *text = getenv("ZOO_SEEDS");
    unsigned long seeds = text != NULL ? strtoul(text, NULL, 10) : 3;
    struct sim_machine noisy = *sim;
    (void)name;
    noisy.noise = noise;
    for (unsigned long seed = 1; seed <= seeds && sim->execute.miss > 0; seed++)
        check(&noisy, seed, truth(sim), false);
}

static void every_cost_is_known_without_noise(void **state) {
    (void)state;
    known = unknown = 0;
    zoo_cores(check_quiet);
    assert_true(known >= FEWEST_MACHINES);
}

static void noise_makes_no_cost_wrong(void **state) {
    (void)state;
    known = unknown = 0;
    zoo_cores(check_noisy);
    assert_true(known > unknown);
}

/* Another thread of the core makes each misprediction more expensive while it runs. */
static void beside_another_thread_no_cost_is_wrong(void **state) {
    (void)state;
    known = unknown = 0;
    noise.beside = 0.3;
    zoo_cores(check_noisy);
    noise.beside = 0;
    print_message("beside another thread: %zu known, %zu unknown\n", known, unknown);
    assert_true(known > 0);
}

/* ---- no cost, or no certain one ---- */

static void read_zen4(struct sim_machine *sim) {
    zoo_read("zen4", sim);
    memset(&sim->noise, 0, sizeof sim->noise);
}

static void a_predictor_without_misses_has_no_cost(void **state) {
    struct sim_machine perfect;
    (void)state;
    read_zen4(&perfect);
    perfect.execute.miss = 0;
    check(&perfect, 1, "unknown", true);
}

static void a_core_that_says_nothing_has_no_table(void **state) {
    struct sim_machine bare;
    (void)state;
    read_zen4(&bare);
    memset(&bare.execute, 0, sizeof bare.execute);
    check(&bare, 1, "", true);
}

static void halves_round_up_and_the_rest_is_unknown(void **state) {
    static const struct {
        double miss;
        const char *answer;
    } cost[] = {{15.5, "16"}, {15.3, "unknown"}, {15.7, "unknown"}, {0.4, "unknown"}};
    struct sim_machine sim;
    (void)state;
    read_zen4(&sim);
    for (size_t i = 0; i < sizeof cost / sizeof *cost; i++) {
        sim.execute.miss = cost[i].miss;
        check(&sim, 1, cost[i].answer, true);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_cost_is_known_without_noise),
        cmocka_unit_test(noise_makes_no_cost_wrong),
        cmocka_unit_test(beside_another_thread_no_cost_is_wrong),
        cmocka_unit_test(a_predictor_without_misses_has_no_cost),
        cmocka_unit_test(a_core_that_says_nothing_has_no_table),
        cmocka_unit_test(halves_round_up_and_the_rest_is_unknown),
    };
    return cmocka_run_group_tests_name("core_branches", tests, NULL, NULL);
}
