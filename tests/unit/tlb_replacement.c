/* tlb_replacement.c - the replacement policies of both TLBs of data, from laps over their pages. */
#include "../helper.h"

#include "../sim/run.h"
#include "../sim/zoo.h"

#include <string.h>

extern const struct method laps_method, tlb2_method;

sweep sweep_tlb_replacement, sweep_tlb2;

/* Finds the policy of a Skylake with another TLB. */
static void find_policy(size_t level, size_t entries, size_t ways, const char *policy,
                        char value[40]) {
    struct sim_machine sim;
    zoo_read("skylake_sp_huge", &sim);
    sim.pages.frames = level > 0 ? FRAMES_HUGE : FRAMES_SCATTERED;
    sim.tlb[level].entries = entries;
    sim.tlb[level].ways = ways;
    assert_true(policy_named(policy, &sim.tlb[level].policy));
    struct run run = level > 0 ? run_sweep(sweep_tlb2, &tlb2_method, &sim, 1)
                               : run_sweep(sweep_tlb_replacement, &laps_method, &sim, 1);
    run_answer(run.output, level > 0 ? "tlb2_replacement" : "tlb1_replacement", value, 40);
    run_free(&run);
}

static const struct {
    size_t entries, ways;
} shape[] = {{64, 4}, {48, 48}, {64, 2}, {96, 6}, {64, 64}, {128, 8}, {32, 16}};
enum { SHAPES = sizeof shape / sizeof *shape, SHAPES_OFTEN = 3 };

/* A tree of two ways is LRU. */
static void four_policies_are_told_apart(void **state) {
    static const char *const policy[] = {"lru", "fifo", "plru", "random"};
    (void)state;
    for (size_t i = 0; i < first_of(SHAPES_OFTEN, SHAPES); i++)
        for (size_t j = 0; j < sizeof policy / sizeof *policy; j++) {
            char value[40];
            find_policy(0, shape[i].entries, shape[i].ways, policy[j], value);
            bool same = shape[i].ways == 2 && strcmp(policy[j], "plru") == 0;
            const char *right = same ? "lru" : policy[j];
            if (strcmp(value, right) != 0)
                fprintf(stderr, "%zu entries, %zu ways: %s, should be %s\n", shape[i].entries,
                        shape[i].ways, value, right);
            assert_string_equal(value, right);
        }
}

/* With two ways any policy that protects the most recently used entry is LRU. */
static void others_are_not_taken_for_these(void **state) {
    static const char *const policy[] = {"srrip", "qlru_h00_m1_r0_u1", "brrip"};
    (void)state;
    for (size_t i = 0; i < first_of(SHAPES_OFTEN, SHAPES); i++)
        for (size_t j = 0; j < sizeof policy / sizeof *policy; j++) {
            char value[40];
            find_policy(0, shape[i].entries, shape[i].ways, policy[j], value);
            bool is_lru = shape[i].ways == 2 && strcmp(value, "lru") == 0;
            if (strcmp(value, "unknown") != 0 && !is_lru)
                fprintf(stderr, "%zu entries, %zu ways: %s for %s\n", shape[i].entries,
                        shape[i].ways, value, policy[j]);
            assert_true(is_lru || strcmp(value, "unknown") == 0);
        }
}

/* If a set keeps some of one entry too many, the ways are unknown, and so is the policy. */
static void the_second_ones_policy_shows(void **state) {
    static const struct {
        size_t entries, ways;
        const char *policy, *value;
    } other[] = {
        {1536, 12, "lru", "lru"},      {1024, 8, "plru", "plru"},
        {1536, 12, "fifo", "unknown"}, {1024, 8, "brrip", "unknown"},
        {1024, 8, "lru", "lru"},       {1024, 4, "plru", "plru"},
        {1024, 8, "fifo", "unknown"},  {1536, 12, "random", "unknown"},
        {1024, 8, "srrip", "unknown"}, {1024, 8, "qlru_h00_m1_r0_u1", "unknown"},
    };
    (void)state;
    for (size_t i = 0; i < first_of(4, sizeof other / sizeof *other); i++) {
        char value[40];
        find_policy(1, other[i].entries, other[i].ways, other[i].policy, value);
        if (strcmp(value, other[i].value) != 0)
            fprintf(stderr, "%zu entries, %zu ways, %s: %s\n", other[i].entries, other[i].ways,
                    other[i].policy, value);
        assert_string_equal(value, other[i].value);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_policies_are_told_apart),
        cmocka_unit_test(others_are_not_taken_for_these),
        cmocka_unit_test(the_second_ones_policy_shows),
    };
    return cmocka_run_group_tests_name("tlb_replacement", tests, NULL, NULL);
}
