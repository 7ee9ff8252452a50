/* sim_chains.c - the cost of a chain on the simulated machine: each load costs the latency of the
   level that holds its line, whether the simulator computes it load by load or from a repetition.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sim_bench.h"

#include <math.h>

/* ---- chains on a machine ---- */

static void a_chain_costs_what_the_level_costs_that_holds_it(void **state) {
    (void)state;
    struct bench bench = bench_of(&PLAIN, 1);
    assert_true(near(cost(&bench, 1, 64), 4, 1e-9));
    assert_true(near(cost(&bench, 64, 64), 4, 1e-9));
    assert_true(near(cost(&bench, 512, 64), 14, 1e-9));
    assert_true(near(cost(&bench, 4096, 64), 50, 1e-9));
    assert_true(near(cost(&bench, 8192, 64), 200, 1e-9));
    assert_true(near(cost(&bench, 64, 64), 4, 1e-9));
    /* Four places on each line, of which three hit. */
    assert_true(near(cost(&bench, 2048, 16), (14 + 3 * 4) / 4., 1e-9));
    machine_close(bench.machine);
}

/* ---- visits that repeat ---- */

/* Links three places of one set as chain WHICH. */
static void link_three(struct bench *bench, struct chain *chain, size_t which) {
    size_t *order = bench->order + 3 * which;
    for (size_t i = 0; i < 3; i++)
        order[i] = (3 * which + i) * 4096;
    chain_link(bench->machine, chain, &bench->pages, order, 3);
}

/* Changes the core between walks, in one of several ways. */
static void interrupt(struct bench *bench, struct chain *chain, size_t how) {
    struct timing timing;
    if (how == 1)
        chain_flush(bench->machine, chain);
    if (how == 2)
        chain_write(bench->machine, chain);
    if (how == 3)
        assert_true(chain_sample(bench->machine, chain, 7, &timing));
    if (how == 4)
        link_three(bench, chain, 3);
}

/* Visits three chains that evict each other in turn, the first one twice, then interrupts one of
   them and visits them in reverse order.  BETWEEN asks for the core before each visit, which keeps
   the simulator from predicting. */
static void visit_in_turn(const struct sim_machine *sim, bool between, size_t how, double *ns,
                          size_t visits) {
    static const size_t turn[] = {0, 0, 1, 2};
    struct bench bench = bench_of(sim, 1);
    struct chain chain[3], nothing;
    for (size_t i = 0; i < 3; i++)
        link_three(&bench, &chain[i], i);
    chain_link(bench.machine, &nothing, &bench.pages, bench.order, 0);
    for (size_t i = 0; i < visits + 3; i++) {
        size_t which = i < visits ? turn[i % 4] : visits + 2 - i;
        if (between)
            (void)sim_core(bench.machine, false);
        if (i == visits)
            interrupt(&bench, &chain[1], how);
        chain_walk(bench.machine, &nothing, 0);
        ns[i] = chain_burst(bench.machine, &chain[which], i % 4 == 0 ? 2 : 3);
    }
    machine_close(bench.machine);
}

static void check_foretold(const char *policy, size_t how, size_t visits) {
    static double told[220], seen[220];
    struct sim_machine sim = PLAIN;
    for (size_t level = 0; level < sim.levels; level++)
        assert_true(policy_named(policy, &sim.level[level].cache.policy));
    visit_in_turn(&sim, false, how, told, visits);
    visit_in_turn(&sim, true, how, seen, visits);
    for (size_t i = 0; i < visits + 3; i++)
        assert_true(near(told[i], seen[i], 0));
}

static void what_repeats_itself_is_foretold_right(void **state) {
    static const char *const policies[] = {"lru", "plru", "fifo", "random", "srrip"};
    (void)state;
    for (size_t k = 0; k < sizeof policies / sizeof *policies; k++)
        for (size_t how = 0; how < 5; how++)
            for (size_t visits = 200; visits < 209; visits++)
                check_foretold(policies[k], how, visits);
}

/* Five lines in each of two of the sixteen sets, and four lines in the others. */
static void one_full_set_costs_its_own_misses(void **state) {
    (void)state;
    struct bench bench = bench_of(&PLAIN, 1);
    assert_true(near(cost(&bench, 66, 64), (56 * 4 + 10 * 14) / 66., 1e-9));
    assert_true(near(cost(&bench, 4, 1024), 4, 1e-9));
    assert_true(near(cost(&bench, 5, 1024), 14, 1e-9));
    assert_true(near(cost(&bench, 9, 4096), 50, 1e-9));
    machine_close(bench.machine);
}

static void random_replacement_costs_its_steady_mean(void **state) {
    (void)state;
    static const size_t ways[] = {4, 8, 12, 16};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        struct sim_machine sim = PLAIN;
        sim.level[0].cache = geometry_of(ways[i] * 1024, ways[i], 64, POLICY_RANDOM);
        sim.level[1].cache.ways = 512;
        struct bench bench = bench_of(&sim, 1);
        double missed = 2 / (double)(ways[i] + 1);
        assert_true(near(cost(&bench, ways[i], 1024), 4, 1e-9));
        assert_true(near(cost(&bench, ways[i] + 1, 1024), 4 + 10 * missed, 10 * 0.1 * missed));
        machine_close(bench.machine);
    }
}

static void samples_of_a_warm_chain_are_alike(void **state) {
    (void)state;
    struct bench bench = bench_of(&PLAIN, 1);
    double whole = cost(&bench, 100, 64);
    for (size_t loads = 1; loads < 300; loads += 7)
        assert_true(near(sample(&bench, loads), whole, 1e-9));
    machine_close(bench.machine);
}

static void the_lap_after_a_flush_is_cold(void **state) {
    (void)state;
    struct bench bench = bench_of(&PLAIN, 1);
    assert_true(near(cost(&bench, 32, 64), 4, 1e-9));
    assert_true(chain_flush(bench.machine, &bench.chain));
    assert_true(near(sample(&bench, 32), 200, 1e-9));
    assert_true(near(sample(&bench, 32), 4, 1e-9));
    assert_true(chain_flush(bench.machine, &bench.chain));
    assert_true(near(sample(&bench, 8), 200, 1e-9)); /* then the rest of the lap */
    assert_true(near(sample(&bench, 64), (24 * 200 + 40 * 4) / 64., 1e-9));
    machine_close(bench.machine);
}

static void a_chain_never_sampled_can_be_flushed(void **state) {
    (void)state;
    struct bench bench = bench_of(&PLAIN, 1);
    link_places(&bench, 32, 32); /* two places on each line: the second one hits */
    assert_true(chain_flush(bench.machine, &bench.chain));
    assert_true(near(sample(&bench, 32), (200 + 4) / 2., 1e-9));
    link_places(&bench, 1, 64); /* linking fills the caches */
    assert_true(near(sample(&bench, 100), 4, 1e-9));
    machine_close(bench.machine);
}

/* A line of the second level brings two lines of the first. */
static void levels_have_lines_of_their_own(void **state) {
    (void)state;
    struct sim_machine sim = PLAIN;
    sim.level[1].cache.line = 128;
    struct bench bench = bench_of(&sim, 1);
    link_places(&bench, 32, 64);
    assert_true(chain_flush(bench.machine, &bench.chain));
    assert_true(near(sample(&bench, 32), (200 + 14) / 2., 1e-9));
    assert_true(near(sample(&bench, 32), 4, 1e-9));
    machine_close(bench.machine);
}

static void memory_alone_is_a_machine_too(void **state) {
    (void)state;
    struct sim_machine sim = PLAIN;
    sim.levels = 0;
    struct bench bench = bench_of(&sim, 1);
    assert_true(near(cost(&bench, 1, 64), 200, 1e-9));
    machine_close(bench.machine);
    sim = PLAIN;
    sim.level[0].cache.bytes = 1000;
    assert_null(sim_open(&sim, 1));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_chain_costs_what_the_level_costs_that_holds_it),
        cmocka_unit_test(what_repeats_itself_is_foretold_right),
        cmocka_unit_test(one_full_set_costs_its_own_misses),
        cmocka_unit_test(random_replacement_costs_its_steady_mean),
        cmocka_unit_test(samples_of_a_warm_chain_are_alike),
        cmocka_unit_test(the_lap_after_a_flush_is_cold),
        cmocka_unit_test(a_chain_never_sampled_can_be_flushed),
        cmocka_unit_test(levels_have_lines_of_their_own),
        cmocka_unit_test(memory_alone_is_a_machine_too),
    };
    return cmocka_run_group_tests_name("sim_chains", tests, NULL, NULL);
}
