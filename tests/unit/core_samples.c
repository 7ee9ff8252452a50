/* core_samples.c - how often and for how long a statement is timed: PROBE_REPEATS and
   PROBE_TMIN_US, and samples that an interrupt lengthens. */
#define _GNU_SOURCE
#include "../helper.h"

#include "core_statement.h"

#include "../sim/zoo.h"

#include <stdlib.h>

/* Equal except for rounding. */
static const double EXACT = 1e-9;

/* Returns the best time of a sample of a chain of adds, in ns. */
static double measure_adds(const struct noise *noise, uint64_t seed, struct statement_row *row) {
    struct sim_machine sim;
    struct statement_loop loop = {"p0 = p0 + p1", "f64", 1, 16, false, runs_nowhere};
    zoo_read("zen2", &sim);
    sim.noise = *noise;
    struct machine *machine = sim_open(&sim, seed);
    assert_non_null(machine);
    statement_measure(machine, &loop, 1, row);
    machine_close(machine);
    return (double)row->rounds * statement_best(row) / sim.ghz;
}

/* Checks that there are SAMPLES samples, and that they take at least NS. */
static void check_options(const char *repeats, const char *least_us, size_t samples, double ns) {
    struct statement_row row;
    setenv("PROBE_REPEATS", repeats, 1);
    setenv("PROBE_TMIN_US", least_us, 1);
    double took_ns = measure_adds(&(struct noise){.jitter = 0}, 1, &row);
    assert_int_equal(row.samples, samples);
    assert_true(took_ns >= ns * (1 - EXACT) && took_ns < 2.1 * ns);
    unsetenv("PROBE_REPEATS");
    unsetenv("PROBE_TMIN_US");
}

static void repeats_and_least_time_are_options(void **state) {
    (void)state;
    check_options("20", "500", 20, 500000);
    check_options("0", "1", 9, 20000);
    check_options("often", "-3", 9, 20000);
    check_options("61", "1000001", 9, 20000);
}

/* An interrupted sample looks as if it had enough rounds. */
static void an_interrupt_makes_no_sample_short(void **state) {
    const struct noise noise = {.preempted = 0.02, .preempted_us = 50};
    struct statement_row row;
    size_t brief = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= 100; seed++)
        brief += measure_adds(&noise, seed, &row) < 20000 * (1 - EXACT);
    assert_true(brief <= 1);
}

/* A look for another thread that took too little time makes all others look contended, if it counts
   alone. */
static void a_short_look_makes_no_core_contended(void **state) {
    const struct noise noise = {.short_looks = 0.01};
    struct statement_row row;
    size_t contended = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= 100; seed++) {
        measure_adds(&noise, seed, &row);
        contended += statement_alone(&row) < statement_repeats();
    }
    assert_true(contended <= 2); /* where two such looks follow each other */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(repeats_and_least_time_are_options),
        cmocka_unit_test(an_interrupt_makes_no_sample_short),
        cmocka_unit_test(a_short_look_makes_no_core_contended),
    };
    return cmocka_run_group_tests_name("core_samples", tests, NULL, NULL);
}
