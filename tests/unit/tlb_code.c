/* tlb_code.c - the first TLB of code from calls on separate pages, and structures that must not be
   taken for it. */
#include "../helper.h"

#include "../sim/run.h"
#include "../sim/zoo.h"

#include <string.h>

extern const struct method tlb_method;

sweep sweep_itlb;

/* Compares both values; 0 stands for `unknown'. */
static void check(const struct sim_machine *sim, size_t entries, size_t ways) {
    static const char *const names[] = {"itlb_entries", "itlb_assoc"};
    const size_t right[] = {entries, ways};
    struct run run = run_sweep(sweep_itlb, &tlb_method, sim, 1);
    for (size_t i = 0; i < 2; i++) {
        char value[40], expected[40] = "unknown";
        run_answer(run.output, names[i], value, sizeof value);
        if (value[0] == '\0')
            strcpy(value, "unknown"); /* there is no table */
        if (right[i] > 0)
            snprintf(expected, sizeof expected, "%zu", right[i]);
        if (strcmp(value, expected) != 0)
            fprintf(stderr, "%s=%s, should be %s\n%s%s", names[i], value, expected, run.table,
                    run.output);
        assert_string_equal(value, expected);
    }
    run_free(&run);
}

/* Returns a Pentium III with another TLB of code, in front of the walk. */
static struct sim_machine with_itlb(size_t entries, size_t ways) {
    struct sim_machine sim;
    zoo_read("pentium3", &sim);
    sim.itlbs = entries > 0;
    sim.itlb[0] =
        (struct sim_tlb){.entries = entries, .ways = ways, .policy = {.kind = POLICY_LRU}};
    return sim;
}

static void reach_and_ways_are_exact(void **state) {
    static const size_t tlbs[][2] = {{16, 16}, {32, 4}, {48, 48}, {64, 8},
                                     {64, 64}, {96, 6}, {128, 8}};
    (void)state;
    for (size_t i = 0; i < sizeof tlbs / sizeof *tlbs; i++) {
        struct sim_machine sim = with_itlb(tlbs[i][0], tlbs[i][1]);
        check(&sim, tlbs[i][0], tlbs[i][1]);
    }
}

/* With random replacement two pages too many miss up to twice as often as one, which must not be
   taken for an edge. */
static void what_is_replaced_at_random_is_never_wrong(void **state) {
    static const size_t tlbs[] = {100, 160, 200};
    (void)state;
    for (size_t i = 0; i < sizeof tlbs / sizeof *tlbs; i++) {
        struct sim_machine sim = with_itlb(tlbs[i], tlbs[i]);
        sim.itlb[0].policy.kind = POLICY_RANDOM;
        check(&sim, 0, 0);
    }
}

/* A machine without a TLB, and one with all code on one page. */
static void without_misses_there_is_no_value(void **state) {
    (void)state;
    struct sim_machine sim = with_itlb(0, 0);
    check(&sim, 0, 0);
    sim = with_itlb(4, 4);
    sim.pages.bytes = 2 << 20;
    check(&sim, 0, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reach_and_ways_are_exact),
        cmocka_unit_test(what_is_replaced_at_random_is_never_wrong),
        cmocka_unit_test(without_misses_there_is_no_value),
    };
    return cmocka_run_group_tests_name("tlb_code", tests, NULL, NULL);
}
