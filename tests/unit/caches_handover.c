/* caches_handover.c - write-back by lines that another CPU loads: shown where a level is the only
   one to have the new data, and by no level that writes through. */
#include "../helper.h"

#include "../sim/run.h"
#include "../sim/zoo.h"
#include "../sweeps.h"

#include <stdlib.h>
#include <string.h>

extern const struct method handover_method;

sweep sweep_handover;

enum { SEEDS = 20 };

static const struct noise QUIET = {.jitter = 0};
static const struct noise NOISY = {
    .jitter = 0.01, .preempted = 0.04, .preempted_us = 20, .step_ns = 1};

/* Checks the answers for both levels: 1, or unknown. */
static void expect(const struct sim_machine *sim, const struct noise *noise, bool first,
                   bool second) {
    for (uint64_t seed = 1; seed <= (noise == &QUIET ? 1 : SEEDS); seed++) {
        struct sim_machine noisy = *sim;
        noisy.noise = *noise;
        struct run run = run_sweep(sweep_handover, &handover_method, &noisy, seed);
        assert_string_equal(answer_of(run.output, "l1_write_back"), first ? "1" : "unknown");
        assert_string_equal(answer_of(run.output, "l2_write_back"), second ? "1" : "unknown");
        run_free(&run);
    }
}

static void levels_that_write_back_show(void **state) {
    struct sim_machine sim;
    (void)state;
    zoo_read("desktop16", &sim);
    expect(&sim, &QUIET, true, true);
    expect(&sim, &NOISY, true, true);
}

/* The next level has the new data at once. */
static void levels_that_write_through_do_not(void **state) {
    struct sim_machine sim;
    (void)state;
    zoo_read("desktop16", &sim);
    sim.level[0].write_through = true;
    expect(&sim, &QUIET, false, true);
    expect(&sim, &NOISY, false, true);
    sim.level[1].write_through = true;
    expect(&sim, &QUIET, false, false);
    expect(&sim, &NOISY, false, false);
}

/* Two threads of a core share both levels, so that held lines come sooner. */
static void threads_of_one_core_show_nothing(void **state) {
    struct sim_machine sim;
    (void)state;
    zoo_read("smt2", &sim);
    expect(&sim, &QUIET, false, false);
}

/* A load from the first level, 1.3 ns, is less than a hundredth of 400 ns between cores. */
static void a_long_way_hides_the_first_level(void **state) {
    struct sim_machine sim;
    (void)state;
    zoo_read("desktop16", &sim);
    for (size_t i = 0; i < sizeof sim.cpus.pass_ns / sizeof *sim.cpus.pass_ns; i++)
        sim.cpus.pass_ns[i] = 400;
    expect(&sim, &NOISY, false, true);
}

/* What the first level evicts must stay in the second. */
static void a_small_second_level_is_not_tried(void **state) {
    struct sim_machine sim;
    (void)state;
    zoo_read("desktop16", &sim);
    sim.level[1].cache.bytes = 4 * sim.level[0].cache.bytes;
    struct run run = run_sweep(sweep_handover, &handover_method, &sim, 1);
    assert_non_null(strstr(run.table, "second level"));
    run_free(&run);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(levels_that_write_back_show),
        cmocka_unit_test(levels_that_write_through_do_not),
        cmocka_unit_test(threads_of_one_core_show_nothing),
        cmocka_unit_test(a_long_way_hides_the_first_level),
        cmocka_unit_test(a_small_second_level_is_not_tried),
    };
    return cmocka_run_group_tests_name("caches_handover", tests, NULL, NULL);
}
