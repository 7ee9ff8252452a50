/* sim_hierarchy.c - levels of cache together: inclusive, exclusive and independent ones, stores,
   and code beside data. */
#include "sim_parts.h"

/* Two fully associative levels, of two and of four lines. */
static struct sim_level small[2] = {
    {.cache = {.bytes = 2 * LINE, .ways = 2, .line = LINE}, .cycles = 3, .store = 1},
    {.cache = {.bytes = 4 * LINE, .ways = 4, .line = LINE}, .cycles = 10, .store = 4}};

static struct hierarchy open_small(enum level_kind kind, bool write_through, bool no_allocate) {
    struct hierarchy hierarchy;
    small[0].write_through = write_through;
    small[0].no_allocate = no_allocate;
    small[1].kind = kind;
    assert_true(hierarchy_open(&hierarchy, small, 2, &MEMORY, 1));
    return hierarchy;
}

static size_t fetch(struct hierarchy *hierarchy, size_t line) {
    struct place place = at(line * LINE);
    return hierarchy_fetch(hierarchy, 0, &place);
}

static int held(const struct hierarchy *hierarchy, size_t level, size_t line) {
    struct place place = at(line * LINE);
    return cache_holds(hierarchy->cache[level], &place);
}

static double store(struct hierarchy *hierarchy, size_t line) {
    struct place place = at(line * LINE);
    return hierarchy_store(hierarchy, &place);
}

/* Hits in the first level, which the second does not see, keep line 0 young there. */
static void an_inclusive_level_takes_its_lines_along(void **state) {
    (void)state;
    static const enum level_kind kinds[] = {LEVEL_FREE, LEVEL_INCLUSIVE};
    for (size_t k = 0; k < 2; k++) {
        struct hierarchy hierarchy = open_small(kinds[k], false, false);
        assert_int_equal(fetch(&hierarchy, 0), 2);
        for (size_t line = 1; line <= 3; line++) {
            fetch(&hierarchy, line);
            assert_int_equal(fetch(&hierarchy, 0), 0);
        }
        fetch(&hierarchy, 4);
        assert_int_equal(held(&hierarchy, 1, 0), 0);
        assert_int_equal(held(&hierarchy, 0, 0), k == 0);
        hierarchy_close(&hierarchy);
    }
}

/* Six lines fit the two ways and the four victims, and none is in both levels. */
static void a_victim_level_adds_its_own_size(void **state) {
    (void)state;
    struct hierarchy hierarchy = open_small(LEVEL_VICTIM, false, false);
    for (size_t line = 0; line < 6; line++)
        assert_int_equal(fetch(&hierarchy, line), 2);
    for (size_t lap = 0; lap < 5; lap++)
        for (size_t line = 0; line < 6; line++) {
            assert_int_equal(fetch(&hierarchy, line), 1);
            for (size_t any = 0; any < 6; any++)
                assert_int_equal(held(&hierarchy, 0, any) + held(&hierarchy, 1, any), 1);
        }
    hierarchy_close(&hierarchy);
    hierarchy = open_small(LEVEL_FREE, false, false);
    for (size_t i = 0; i < 30; i++)
        assert_int_equal(fetch(&hierarchy, i % 5), 2); /* here five lines are too many */
    hierarchy_close(&hierarchy);
}

static void a_free_level_is_filled_as_well(void **state) {
    (void)state;
    struct hierarchy hierarchy = open_small(LEVEL_FREE, false, false);
    fetch(&hierarchy, 0);
    assert_true(held(&hierarchy, 0, 0) && held(&hierarchy, 1, 0));
    struct place place = at(0);
    hierarchy_flush(&hierarchy, &place);
    assert_true(!held(&hierarchy, 0, 0) && !held(&hierarchy, 1, 0));
    hierarchy_intrude(&hierarchy, &place);
    assert_true(!held(&hierarchy, 0, 0) && held(&hierarchy, 1, 0));
    assert_int_equal(hierarchy_fetch(&hierarchy, 1, &place), 1);
    assert_false(held(&hierarchy, 0, 0));
    hierarchy_close(&hierarchy);
}

static void stores_to_a_write_back_level_stay_there(void **state) {
    (void)state;
    struct hierarchy hierarchy = open_small(LEVEL_FREE, false, false);
    assert_true(near(store(&hierarchy, 0), 100 / 5., 1e-9)); /* as one of five misses in flight */
    assert_true(near(store(&hierarchy, 0), 1, 0));
    assert_true(held(&hierarchy, 0, 0));
    fetch(&hierarchy, 1);
    assert_true(near(store(&hierarchy, 1), 1, 0));
    fetch(&hierarchy, 2); /* line 0 leaves the first level, and is written to the second */
    fetch(&hierarchy, 0); /* evicts 1 */
    assert_true(near(store(&hierarchy, 1), 10 / 5., 1e-9));     /* evicts 2, which is clean */
    assert_true(near(store(&hierarchy, 2), 10 / 5., 1e-9));     /* evicts 0, written back before */
    assert_true(near(store(&hierarchy, 0), 10 / 5. + 4, 1e-9)); /* evicts 1, written back now */
    hierarchy_close(&hierarchy);
}

static void stores_go_through_a_write_through_level(void **state) {
    (void)state;
    struct hierarchy hierarchy = open_small(LEVEL_FREE, true, false);
    fetch(&hierarchy, 0);
    assert_true(near(store(&hierarchy, 0), 4, 0));
    small[1].write_through = true;
    assert_true(near(store(&hierarchy, 0), 30, 0));
    small[1].write_through = false;
    hierarchy_close(&hierarchy);
}

static void a_store_that_misses_allocates_or_not(void **state) {
    (void)state;
    struct hierarchy hierarchy = open_small(LEVEL_FREE, false, true);
    assert_true(near(store(&hierarchy, 0), 100 / 5., 1e-9));
    assert_true(!held(&hierarchy, 0, 0) && held(&hierarchy, 1, 0));
    assert_true(near(store(&hierarchy, 0), 4, 0));
    fetch(&hierarchy, 0);
    assert_true(near(store(&hierarchy, 0), 1, 0));
    hierarchy_close(&hierarchy);
}

/* When a long line of the second level is evicted, both of its lines leave the first. */
static void back_invalidation_reaches_all_of_a_line(void **state) {
    (void)state;
    struct sim_level level[2] = {
        {.cache = {.bytes = 4 * LINE, .ways = 4, .line = LINE}, .cycles = 3},
        {.cache = {.bytes = 2 * LINE, .ways = 1, .line = 2 * LINE},
         .cycles = 10,
         .kind = LEVEL_INCLUSIVE}};
    struct hierarchy hierarchy;
    assert_true(hierarchy_open(&hierarchy, level, 2, &MEMORY, 1));
    assert_int_equal(fetch(&hierarchy, 0), 2);
    assert_int_equal(fetch(&hierarchy, 1), 1);
    assert_int_equal(fetch(&hierarchy, 2), 2);
    assert_true(!held(&hierarchy, 0, 0) && !held(&hierarchy, 0, 1) && held(&hierarchy, 0, 2));
    hierarchy_close(&hierarchy);
}

/* ---- code ---- */

static void execute(struct hierarchy *hierarchy, struct cache *code, uint64_t line) {
    struct place place = {line * LINE, line * LINE};
    hierarchy_execute(hierarchy, code, &place);
}

/* Three levels of four lines, the first for data only, and an instruction cache of two lines. */
static struct sim_level mixed[3] = {
    {.cache = {.bytes = 4 * LINE, .ways = 4, .line = LINE}, .cycles = 3, .data_only = true},
    {.cache = {.bytes = 4 * LINE, .ways = 4, .line = LINE}, .cycles = 10},
    {.cache = {.bytes = 4 * LINE, .ways = 4, .line = LINE}, .cycles = 30}};
static const struct cache_geometry TWO_LINES = {.bytes = 2 * LINE, .ways = 2, .line = LINE};

static void code_passes_what_holds_data_only(void **state) {
    (void)state;
    struct hierarchy hierarchy;
    struct cache *code = cache_create(&TWO_LINES, 1);
    assert_true(hierarchy_open(&hierarchy, mixed, 3, &MEMORY, 1));
    fetch(&hierarchy, 0);
    for (uint64_t line = 1; line < 5; line++)
        execute(&hierarchy, code, line);
    assert_true(held(&hierarchy, 0, 0) && !held(&hierarchy, 1, 0) && !held(&hierarchy, 2, 0));
    assert_true(!held(&hierarchy, 0, 4) && held(&hierarchy, 1, 4) && held(&hierarchy, 2, 4));
    /* 4 hits the instruction cache, so the second level does not see it, and evicts 1 */
    execute(&hierarchy, code, 4);
    fetch(&hierarchy, 5);
    assert_true(!held(&hierarchy, 1, 1) && held(&hierarchy, 1, 2));
    hierarchy_close(&hierarchy);
    cache_destroy(code);
}

/* Without an instruction cache code is treated as data. */
static void one_cache_may_hold_both(void **state) {
    (void)state;
    struct hierarchy hierarchy;
    struct sim_level both[3] = {mixed[1], mixed[0], mixed[2]};
    assert_true(hierarchy_open(&hierarchy, both, 3, &MEMORY, 1));
    execute(&hierarchy, NULL, 7);
    assert_true(held(&hierarchy, 0, 7) && !held(&hierarchy, 1, 7) && held(&hierarchy, 2, 7));
    hierarchy_close(&hierarchy);
}

/* A victim level also takes the instruction cache's victims, and returns them on a hit. */
static void victims_of_code(void **state) {
    (void)state;
    struct hierarchy hierarchy;
    struct sim_level victims[2] = {mixed[0], mixed[1]};
    struct cache *code = cache_create(&TWO_LINES, 1);
    victims[1].kind = LEVEL_VICTIM;
    assert_true(hierarchy_open(&hierarchy, victims, 2, &MEMORY, 1));
    for (uint64_t line = 0; line < 3; line++)
        execute(&hierarchy, code, line);
    assert_true(held(&hierarchy, 1, 0) && !held(&hierarchy, 1, 1) && !held(&hierarchy, 1, 2));
    execute(&hierarchy, code, 0);
    assert_true(!held(&hierarchy, 1, 0) && held(&hierarchy, 1, 1));
    hierarchy_close(&hierarchy);
    cache_destroy(code);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_inclusive_level_takes_its_lines_along),
        cmocka_unit_test(a_victim_level_adds_its_own_size),
        cmocka_unit_test(a_free_level_is_filled_as_well),
        cmocka_unit_test(stores_to_a_write_back_level_stay_there),
        cmocka_unit_test(stores_go_through_a_write_through_level),
        cmocka_unit_test(a_store_that_misses_allocates_or_not),
        cmocka_unit_test(back_invalidation_reaches_all_of_a_line),
        cmocka_unit_test(code_passes_what_holds_data_only),
        cmocka_unit_test(one_cache_may_hold_both),
        cmocka_unit_test(victims_of_code),
    };
    return cmocka_run_group_tests_name("sim_hierarchy", tests, NULL, NULL);
}
