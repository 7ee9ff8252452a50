/* tlb_huge.c - huge pages in the first TLB of data: entries of their own, entries shared with small
   pages, and effects that must not be taken for either. */
#include "../helper.h"

#include "../../probes/common/places.h"
#include "../sim/micro_tag.h"
#include "../sim/run.h"
#include "../sim/zoo.h"
#include "../sweeps.h"

#include <string.h>

extern const struct method tlb_method;

/* Huge pages take more memory than most machines of the zoo allow. */
enum { LIMIT = 1 << 30 };

/* Checks the number of entries; 0 stands for `unknown', which is also allowed unless the value MUST
   be known. */
static void check_value(const struct run *run, const char *name, size_t entries, bool must) {
    char value[40], expected[40] = "unknown";
    run_answer(run->output, name, value, sizeof value);
    if (entries > 0)
        snprintf(expected, sizeof expected, "%zu", entries);
    bool is_unknown = value[0] == '\0' || strcmp(value, "unknown") == 0;
    bool right = strcmp(is_unknown ? "unknown" : value, expected) == 0 || (is_unknown && !must);
    if (!right)
        fprintf(stderr, "%s=%s, should be %s\n%s%s", name, value, expected, run->table,
                run->output);
    assert_true(right);
}

static void check(const struct sim_machine *sim, uint64_t seed, size_t first, size_t second,
                  bool must) {
    struct sim_machine machine = *sim;
    machine.limit = LIMIT;
    struct run run = run_sweep(sweep_tlb_huge, &tlb_method, &machine, seed);
    check_value(&run, "tlb1_huge_entries", first, must);
    check_value(&run, "tlb2_huge_entries", second, must);
    run_free(&run);
}

/* Checks without noise and with usual noise. */
static void check_both(struct sim_machine *sim, size_t first, size_t second) {
    static const struct noise usual = {
        .jitter = 0.003, .preempted = 0.02, .preempted_us = 20, .disagree = 0.01, .step_ns = 1};
    sim->noise = (struct noise){.jitter = 0};
    check(sim, 1, first, second, true);
    sim->noise = usual;
    for (uint64_t seed = 2; seed <= 4; seed++)
        check(sim, seed, first, second, false);
}

/* The second TLBs of these machines have more entries than there is memory for. */
static void check_machine(const char *name, size_t entries) {
    struct sim_machine sim;
    zoo_read(name, &sim);
    check_both(&sim, entries, 0);
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

/* TLBs as in a K10 and in others; the number of sets of the last one is one more than a power of
   two. */
static void a_second_tlbs_are_exact(void **state) {
    static const struct {
        size_t entries, ways;
    } second[] = {{128, 2}, {192, 192}, {240, 16}, {252, 12}};
    (void)state;
    for (size_t i = 0; i < sizeof second / sizeof *second; i++) {
        struct sim_machine sim;
        zoo_read("zen2", &sim);
        sim.tlb[0].huge_entries = sim.tlb[0].huge_ways = 48;
        sim.tlb[1].huge_entries = second[i].entries;
        sim.tlb[1].huge_ways = second[i].ways;
        check_both(&sim, 48, second[i].entries);
    }
}

/* The system says that it granted huge pages. */
static void a_host_that_backs_them_with_small_ones_shows(void **state) {
    (void)state;
    check_machine("skylake_sp_splintered", 0);
}

static void without_them_there_is_no_value(void **state) {
    (void)state;
    check_machine("skylake_sp_scattered", 0);
}

/* There is memory for fewer pages than the TLB has entries. */
static void memory_for_too_few_pages_is_no_edge(void **state) {
    struct sim_machine sim;
    (void)state;
    zoo_read("zen4", &sim);
    sim.limit = (size_t)64 << 20;
    struct run run = run_sweep(sweep_tlb_huge, &tlb_method, &sim, 1);
    assert_null(strstr(run.output, "tlb1_huge_entries=3"));
    assert_null(strstr(run.output, "tlb1_huge_entries=1"));
    run_free(&run);
}

/* Places on the same line of their pages compete for a set, and need different micro-tags. */
static void places_have_different_micro_tags(void **state) {
    enum { PLACES = 512 };
    struct pages pages = {
        .bytes = (size_t)PLACES * PAGES_HUGE_BYTES, .page_bytes = 4096, .huge = true};
    struct dice dice = {20040614};
    size_t order[PLACES];
    (void)state;
    assert_true(places_put(&pages, &dice, order, PLACES, 0, PAGES_HUGE_BYTES));
    for (size_t i = 0; i < PLACES; i++)
        for (size_t j = 0; j < i; j++)
            assert_true(order[i] % pages.page_bytes != order[j] % pages.page_bytes ||
                        micro_tag(order[i], MICRO_TAG_BITS) != micro_tag(order[j], MICRO_TAG_BITS));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_have_different_micro_tags),
        cmocka_unit_test(entries_of_their_own_are_exact),
        cmocka_unit_test(shared_entries_are_exact),
        cmocka_unit_test(a_second_tlbs_are_exact),
        cmocka_unit_test(a_host_that_backs_them_with_small_ones_shows),
        cmocka_unit_test(without_them_there_is_no_value),
        cmocka_unit_test(memory_for_too_few_pages_is_no_edge),
    };
    return cmocka_run_group_tests_name("tlb_huge", tests, NULL, NULL);
}
