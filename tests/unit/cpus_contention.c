/* cpus_contention.c - beside other programs that run all the time, the sweep of cores tells those
   of one core what uncontended work costs, where no two CPUs share a core. */
#define _GNU_SOURCE
#include "../helper.h"

#include "core_statement.h"

#include "../sim/zoo.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const struct method cores_method;
sweep sweep_cores;

/* A core of Zen 2 among the CPUs of the zoo's machine NAME, with so many BUSY. */
static void read_machine(struct sim_machine *sim, const char *name, size_t busy) {
    struct sim_machine other;
    zoo_read(name, &other);
    zoo_read("zen2", sim);
    sim->cpus = other.cpus;
    sim->cpus.busy = busy;
}

/* Returns the cost that the sweep of cores tells, or 0. */
static double told(const char *name, size_t busy) {
    struct sim_machine sim;
    double cost = 0;
    read_machine(&sim, name, busy);
    struct run run = run_sweep(sweep_cores, &cores_method, &sim, 1);
    const char *line = strstr(run.table, "# contention: ");
    assert_true(line == NULL || sscanf(line, "# contention: %lf", &cost) == 1);
    run_free(&run);
    return cost;
}

/* Returns how many samples of a chain of adds count as uncontended. */
static size_t uncontended(const char *name, size_t busy, const char *contention) {
    struct sim_machine sim;
    struct statement_row row;
    struct statement_loop loop = {"p0 = p0 + p1", "f64", 1, 16, false, runs_nowhere};
    read_machine(&sim, name, busy);
    struct machine *machine = sim_open(&sim, 1);
    assert_non_null(machine);
    if (contention != NULL)
        setenv("PROBE_CONTENTION", contention, 1);
    statement_measure(machine, &loop, 1, &row);
    unsetenv("PROBE_CONTENTION");
    machine_close(machine);
    return statement_alone(&row);
}

static void programs_on_other_cores_do_not_matter(void **state) {
    char contention[40];
    (void)state;
    snprintf(contention, sizeof contention, "%g", told("smp2", 2));
    assert_string_equal(contention, "1");
    assert_int_equal(uncontended("smp2", 2, NULL), 0);
    assert_true(uncontended("smp2", 2, contention) >= statement_repeats());
}

/* Where they do, or there are none, nothing is told. */
static void nothing_is_told_of_threads_of_a_core(void **state) {
    (void)state;
    assert_true(told("smt2", 2) < 1);
    assert_true(told("desktop16", 16) < 1);
    assert_true(told("smp1", 1) < 1);
    assert_true(told("smp2", 0) < 1);
    assert_int_equal(uncontended("smt2", 2, NULL), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(programs_on_other_cores_do_not_matter),
        cmocka_unit_test(nothing_is_told_of_threads_of_a_core),
    };
    return cmocka_run_group_tests_name("cpus_contention", tests, NULL, NULL);
}
