/* test_laps.c - the replacement policy of the first TLB, from laps. */
#include "helper.h"

#include "../analysis/product.h"
#include "sim/run.h"
#include "sim/zoo.h"

#include <string.h>

static const struct method method = METHOD_laps;

sweep sweep_tlb_replacement;

/* A Skylake with another first TLB. */
static void find_policy(size_t entries, size_t ways, const char *policy, char value[40]) {
    struct sim_machine sim;
    zoo_read("skylake_sp_huge", &sim);
    sim.pages.frames = FRAMES_SCATTERED;
    sim.tlb[0].entries = entries;
    sim.tlb[0].ways = ways;
    assert_true(policy_named(policy, &sim.tlb[0].policy));
    struct run run = run_sweep(sweep_tlb_replacement, &method, &sim, 1);
    run_answer(run.output, "tlb1_replacement", value, 40);
    run_free(&run);
}

static const struct {
    size_t entries, ways;
} shape[] = {{64, 4}, {64, 64}, {96, 6}, {48, 48}, {128, 8}, {32, 16}, {64, 2}};
enum { SHAPES = sizeof shape / sizeof *shape };

/* A tree of two ways is LRU. */
static void four_policies_are_told_apart(void **state) {
    static const char *const policy[] = {"lru", "fifo", "plru", "random"};
    (void)state;
    for (size_t i = 0; i < SHAPES; i++)
        for (size_t j = 0; j < sizeof policy / sizeof *policy; j++) {
            char value[40];
            find_policy(shape[i].entries, shape[i].ways, policy[j], value);
            bool same = shape[i].ways == 2 && strcmp(policy[j], "plru") == 0;
            const char *right = same ? "lru" : policy[j];
            if (strcmp(value, right) != 0)
                fprintf(stderr, "%zu entries, %zu ways: %s, should be %s\n", shape[i].entries,
                        shape[i].ways, value, right);
            assert_string_equal(value, right);
        }
}

/* Of two ways what protects the one that was used last is LRU, whatever it is called. */
static void others_are_not_taken_for_these(void **state) {
    static const char *const policy[] = {"srrip", "qlru_h00_m1_r0_u1", "brrip"};
    (void)state;
    for (size_t i = 0; i < SHAPES; i++)
        for (size_t j = 0; j < sizeof policy / sizeof *policy; j++) {
            char value[40];
            find_policy(shape[i].entries, shape[i].ways, policy[j], value);
            bool is_lru = shape[i].ways == 2 && strcmp(value, "lru") == 0;
            if (strcmp(value, "unknown") != 0 && !is_lru)
                fprintf(stderr, "%zu entries, %zu ways: %s for %s\n", shape[i].entries,
                        shape[i].ways, value, policy[j]);
            assert_true(is_lru || strcmp(value, "unknown") == 0);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_policies_are_told_apart),
        cmocka_unit_test(others_are_not_taken_for_these),
    };
    return cmocka_run_group_tests_name("laps", tests, NULL, NULL);
}
