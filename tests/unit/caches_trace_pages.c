/* caches_trace_pages.c - the pages of a trace have different micro-tags, and no two distances of
   those that are to be apart are equal. */
#include "sim_bench.h"

#include "../../probes/caches/trace_pages.h"
#include "../sim/micro_tag.h"

enum { WAY = 4096, POOL = 10, PAGES = 34 };

/* A first level of so many WAYS whose micro-tags have so many BITS. */
static struct sim_machine machine_of(size_t ways, size_t bits) {
    struct sim_machine sim = PLAIN;
    sim.level[0].cache = (struct cache_geometry){.bytes = ways * WAY,
                                                 .ways = ways,
                                                 .line = LINE,
                                                 .index = INDEX_VIRTUAL,
                                                 .tags = bits,
                                                 .policy = {.kind = POLICY_TREE}};
    return sim;
}

/* Draws the pages where micro-tags have so many bits.  Returns whether there are enough, and counts
   the pairs of the pool that would be *EQUAL with micro-tags of OTHER bits. */
static bool draw(size_t ways, size_t bits, bool apart, size_t *page, size_t other, size_t *equal) {
    static struct layout layout;
    struct sim_machine sim = machine_of(ways, bits);
    struct machine *machine = sim_open(&sim, 1);
    struct dice dice = {20040614};
    assert_non_null(machine);
    assert_true(sequence_draw(&layout, machine, &dice));
    sequence_calibrate(&layout);
    struct trace_pages pages = {&layout, ways, WAY, apart};
    bool enough = trace_pages_draw(&pages, page, POOL, PAGES);
    uint64_t base = (uint64_t)(uintptr_t)layout.pages.base;
    *equal = 0;
    for (size_t i = 0; i < POOL && enough; i++)
        for (size_t j = 0; j < i; j++)
            *equal +=
                micro_tag(base + page[i] * WAY, other) == micro_tag(base + page[j] * WAY, other);
    sequence_release(&layout);
    machine_close(machine);
    return enough;
}

static void pages_of_one_tag_are_left_out(void **state) {
    size_t page[PAGES], equal;
    (void)state;
    for (size_t bits = 4; bits <= MICRO_TAG_BITS; bits++)
        for (int apart = 0; apart < 2; apart++) {
            assert_true(draw(8, bits, apart == 1, page, bits, &equal));
            assert_int_equal(equal, 0);
        }
    assert_true(draw(8, 0, true, page, 6, &equal));
    assert_int_equal(equal, 1); /* pages 1 and 65 */
}

/* In a level of one way no two pages fit anyway. */
static void one_way_has_a_pool(void **state) {
    size_t page[PAGES], equal;
    (void)state;
    assert_true(draw(1, 0, false, page, 0, &equal));
}

/* Eight pages have all the tags of three bits. */
static void too_few_tags_are_no_pool(void **state) {
    size_t page[PAGES], equal;
    (void)state;
    assert_false(draw(8, 3, false, page, 3, &equal));
}

static void no_page_is_drawn_twice(void **state) {
    size_t page[PAGES], equal;
    (void)state;
    for (int apart = 0; apart < 2; apart++) {
        assert_true(draw(8, 6, apart == 1, page, 6, &equal));
        for (size_t i = 0; i < PAGES; i++)
            for (size_t j = 0; j < i; j++)
                assert_int_not_equal(page[i], page[j]);
    }
}

static void no_distance_is_there_twice(void **state) {
    size_t page[PAGES], equal;
    bool seen[SEQUENCE_ARENA / WAY] = {false};
    (void)state;
    assert_true(draw(8, 6, true, page, 6, &equal));
    for (size_t i = 0; i < POOL; i++)
        for (size_t j = 0; j < i; j++) {
            assert_false(seen[page[i] - page[j]]);
            seen[page[i] - page[j]] = true;
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pages_of_one_tag_are_left_out), cmocka_unit_test(one_way_has_a_pool),
        cmocka_unit_test(too_few_tags_are_no_pool),      cmocka_unit_test(no_page_is_drawn_twice),
        cmocka_unit_test(no_distance_is_there_twice),
    };
    return cmocka_run_group_tests_name("caches_trace_pages", tests, NULL, NULL);
}
