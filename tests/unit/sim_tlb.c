/* sim_tlb.c - the reach of simulated TLBs, stores that bypass one of them, entries that coalesce,
   and ways that are skewed. */
#include "sim_parts.h"

static double translate(struct tlb *tlb, uint64_t page) {
    return tlb_cycles(tlb, page, false, false, 1);
}

static void a_tlb_has_its_reach(void **state) {
    (void)state;
    struct sim_tlb level[2] = {{.entries = 4, .ways = 4, .huge_entries = 2, .huge_ways = 2},
                               {.entries = 16, .ways = 4, .cycles = 9}};
    struct sim_walk walk = {.cycles = 50, .cached = 20, .entries = 2};
    struct tlb tlb;
    assert_true(tlb_open(&tlb, level, 2, &walk, 1));
    assert_true(near(translate(&tlb, 0), 50, 0)); /* nothing is cached yet */
    for (uint64_t page = 1; page < 16; page++)
        assert_true(near(translate(&tlb, page), 20, 0));
    for (uint64_t i = 0; i < 64; i++)
        assert_true(near(translate(&tlb, i % 16), 9, 0));
    for (uint64_t i = 0; i < 4; i++)
        translate(&tlb, i);
    for (uint64_t i = 0; i < 64; i++)
        assert_true(near(translate(&tlb, i % 4), 0, 0));
    assert_true(near(translate(&tlb, 512), 50, 0) && near(translate(&tlb, 1024), 50, 0));
    assert_true(near(translate(&tlb, 17), 50, 0)); /* two other tables have evicted the first */
    tlb_cycles(&tlb, 7, true, false, 1);
    tlb_cycles(&tlb, 8, true, false, 1);
    assert_true(near(tlb_cycles(&tlb, 7, true, false, 1), 0, 0));
    tlb_cycles(&tlb, 9, true, false, 1); /* evicts 8, which the second level keeps */
    assert_true(near(tlb_cycles(&tlb, 8, true, false, 1), 9, 0));
    tlb_close(&tlb);
}

static void stores_pass_a_tlb_for_loads(void **state) {
    (void)state;
    struct sim_tlb level[2] = {{.entries = 4, .ways = 4, .loads_only = true},
                               {.entries = 16, .ways = 4, .cycles = 3}};
    struct sim_walk walk = {.cycles = 50};
    struct tlb tlb;
    assert_true(tlb_open(&tlb, level, 2, &walk, 1));
    assert_true(near(translate(&tlb, 5), 50, 0) && near(translate(&tlb, 5), 0, 0));
    assert_true(near(tlb_cycles(&tlb, 5, false, true, 1), 3, 0));
    assert_true(near(tlb_cycles(&tlb, 6, false, true, 1), 50, 0));
    assert_true(near(translate(&tlb, 6), 3, 0));
    tlb_close(&tlb);
}

static void entries_coalesce(void **state) {
    (void)state;
    struct sim_tlb level = {.entries = 1, .ways = 1, .coalesces = 4};
    struct sim_walk walk = {.cycles = 50};
    struct tlb tlb;
    assert_true(tlb_open(&tlb, &level, 1, &walk, 1) && tlb.coalesces);
    assert_true(near(tlb_cycles(&tlb, 4, false, false, 4), 50, 0) && tlb.hit == 1);
    for (uint64_t page = 8; page-- > 4;)
        assert_true(near(tlb_cycles(&tlb, page, false, false, 4), 0, 0) && tlb.hit == 0);
    assert_true(near(tlb_cycles(&tlb, 4, false, false, 4), 0, 0) && tlb.hit == 0);
    assert_true(near(tlb_cycles(&tlb, 5, false, false, 2), 50, 0)); /* too few are adjacent */
    assert_true(near(tlb_cycles(&tlb, 8, false, false, 4), 50, 0));
    assert_true(near(tlb_cycles(&tlb, 5, false, false, 4), 50, 0));
    tlb_close(&tlb);
}

/* Cycles to translate COUNT pages, each APART from the one before. */
static double translate_all(struct tlb *tlb, uint64_t count, uint64_t apart) {
    double cycles = 0;
    for (uint64_t i = 0; i < count; i++)
        cycles += translate(tlb, i * apart);
    return cycles;
}

/* Pages that are a multiple of the sets apart compete for four ways, except where each way has a
   hash of its own; and no more pages are held than there are entries. */
static void ways_are_skewed(void **state) {
    (void)state;
    struct sim_tlb level[2] = {{.entries = 64, .ways = 4}, {.entries = 64, .ways = 4}};
    struct sim_walk walk = {.cycles = 50};
    level[1].skewed = true;
    for (size_t i = 0; i < 2; i++) {
        struct tlb tlb;
        assert_true(tlb_open(&tlb, &level[i], 1, &walk, 1));
        translate_all(&tlb, 8, 16);
        assert_true(near(translate_all(&tlb, 8, 16), level[i].skewed ? 0 : 8 * 50, 0));
        translate_all(&tlb, 65, 1);
        assert_true(translate_all(&tlb, 65, 1) > 0);
        tlb_close(&tlb);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tlb_has_its_reach),
        cmocka_unit_test(stores_pass_a_tlb_for_loads),
        cmocka_unit_test(entries_coalesce),
        cmocka_unit_test(ways_are_skewed),
    };
    return cmocka_run_group_tests_name("sim_tlb", tests, NULL, NULL);
}
