/* test_huge.c - huge pages in the first data TLB: entries of their own or shared with small ones,
   and what must not be taken for either. */
#include "helper.h"

#include "../analysis/product.h"
#include "sim/run.h"
#include "sim/zoo.h"

#include <stdlib.h>
#include <string.h>

static const struct method method = METHOD_tlb;
/* Huge pages take more memory than most machines of the zoo may use. */
enum { LIMIT = 1 << 30 };

sweep sweep_tlb_huge;

/* The entries, `unknown' for 0, or also that unless it MUST be known. */
static void check(const struct sim_machine *sim, uint64_t seed, size_t entries, bool must) {
    char value[40], expected[40] = "unknown";
    struct sim_machine machine = *sim;
    machine.limit = LIMIT;
    struct run run = run_sweep(sweep_tlb_huge, &method, &machine, seed);
    run_answer(run.output, "tlb1_huge_entries", value, sizeof value);
    if (entries > 0)
        snprintf(expected, sizeof expected, "%zu", entries);
    bool is_unknown = value[0] == '\0' || strcmp(value, "unknown") == 0;
    bool right = strcmp(is_unknown ? "unknown" : value, expected) == 0 || (is_unknown && !must);
    if (!right)
        fprintf(stderr, "tlb1_huge_entries=%s, should be %s\n%s%s", value, expected, run.table,
                run.output);
    assert_true(right);
    run_free(&run);
}

/* Without noise, and with what the machine has, or any has. */
static void check_machine(const char *name, size_t entries) {
    static const struct noise usual = {
        .jitter = 0.003, .preempted = 0.02, .preempted_us = 20, .disagree = 0.01, .step_ns = 1};
    struct sim_machine sim;
    zoo_read(name, &sim);
    sim.noise = (struct noise){.jitter = 0};
    check(&sim, 1, entries, true);
    sim.noise = usual;
    for (uint64_t seed = 2; seed <= 4; seed++)
        check(&sim, seed, entries, false);
}

static void entries_of_their_own_are_exact(void **state) {
    (void)state;
    check_machine("skylake_sp_huge", 32);
    check_machine("ice_lake", 32);
    check_machine("sapphire_rapids", 32);
    check_machine("four_levels", 32);
}

static void shared_entries_are_exact(void **state) {
    (void)state;
    check_machine("zen2", 64);
    check_machine("zen4", 72);
    check_machine("zen5", 96);
    check_machine("neoverse_n1", 48);
}

/* The system says that it granted them. */
static void a_host_that_backs_them_with_small_ones_shows(void **state) {
    (void)state;
    check_machine("skylake_sp_splintered", 0);
}

static void without_them_there_is_no_value(void **state) {
    (void)state;
    check_machine("skylake_sp_scattered", 0);
}

/* An eighth of too little. */
static void memory_for_too_few_pages_is_no_edge(void **state) {
    struct sim_machine sim;
    (void)state;
    zoo_read("zen4", &sim);
    sim.limit = (size_t)64 << 20;
    struct run run = run_sweep(sweep_tlb_huge, &method, &sim, 1);
    assert_null(strstr(run.output, "tlb1_huge_entries=3"));
    assert_null(strstr(run.output, "tlb1_huge_entries=1"));
    run_free(&run);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_of_their_own_are_exact),
        cmocka_unit_test(shared_entries_are_exact),
        cmocka_unit_test(a_host_that_backs_them_with_small_ones_shows),
        cmocka_unit_test(without_them_there_is_no_value),
        cmocka_unit_test(memory_for_too_few_pages_is_no_edge),
    };
    return cmocka_run_group_tests_name("huge", tests, NULL, NULL);
}
