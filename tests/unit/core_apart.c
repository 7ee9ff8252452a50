/* core_apart.c - other programs that run all the time do not matter where no two CPUs share a core,
   and this process may use all of them. */
#define _GNU_SOURCE
#include "../helper.h"

#include "core_statement.h"

#include "../sim/zoo.h"

#include <stdlib.h>

/* A core of Zen 2 among the CPUs of the zoo's machine NAME, with so many BUSY. */
static void read_machine(struct sim_machine *sim, const char *name, size_t busy) {
    struct sim_machine other;
    zoo_read(name, &other);
    zoo_read("zen2", sim);
    sim->cpus = other.cpus;
    sim->cpus.busy = busy;
}

/* Returns whether enough samples of a chain of adds count as uncontended, among so many BUSY CPUs
   and others OUTSIDE of the affinity mask; with what configure HANDS on. */
static bool are_uncontended(const char *name, size_t busy, size_t outside, const char *handed) {
    struct sim_machine sim;
    struct statement_row row;
    struct statement_loop loop = {"p0 = p0 + p1", "f64", 1, 16, false, runs_nowhere};
    read_machine(&sim, name, busy);
    sim.cpus.outside = outside;
    struct machine *machine = sim_open(&sim, 1);
    assert_non_null(machine);
    if (handed != NULL)
        setenv("PROBE_CORES_APART", handed, 1);
    statement_measure(machine, &loop, 1, &row);
    unsetenv("PROBE_CORES_APART");
    machine_close(machine);
    return statement_alone(&row) >= statement_repeats();
}

static void programs_on_other_cores_do_not_matter(void **state) {
    (void)state;
    assert_true(are_uncontended("smp2", 0, 0, NULL));
    assert_false(are_uncontended("smp2", 2, 0, NULL));
    assert_true(are_uncontended("smp2", 2, 0, "yes"));
}

static void cpus_outside_of_the_mask_may_share_the_core(void **state) {
    (void)state;
    assert_false(are_uncontended("smp2", 2, 2, "yes"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(programs_on_other_cores_do_not_matter),
        cmocka_unit_test(cpus_outside_of_the_mask_may_share_the_core),
    };
    return cmocka_run_group_tests_name("core_apart", tests, NULL, NULL);
}
