/* sim_ways.c - one simulated cache: its sectors, many ways, synonyms and evicted lines. */
#include "sim_parts.h"

static void sectors_come_one_by_one(void **state) {
    (void)state;
    struct cache_geometry geometry = {.bytes = 512, .ways = 2, .line = 128, .sector = 32};
    struct cache *cache = cache_create(&geometry, 1);
    assert_false(cache_access(cache, 0));
    assert_true(cache_access(cache, 31));
    assert_false(cache_access(cache, 32));
    assert_false(cache_access(cache, 127));
    assert_true(cache_access(cache, 0) && cache_access(cache, 32) && cache_access(cache, 96));
    assert_false(cache_access(cache, 64));
    cache_access(cache, 256); /* in the same set */
    cache_access(cache, 512); /* replaces the whole first line */
    assert_false(cache_access(cache, 0));
    assert_false(cache_access(cache, 32));
    cache_destroy(cache);
}

/* Returns the least recently used of the lines.  USED is the time of each one's last use; 0: not
   held. */
static size_t used_longest_ago(const size_t *used, size_t lines) {
    size_t oldest = 0;
    for (size_t i = 0; i < lines; i++)
        if (used[i] > 0 && (used[oldest] == 0 || used[i] < used[oldest]))
            oldest = i;
    return oldest;
}

/* A reference model checks lookups in many ways, some of them empty. */
static void lines_are_found_in_many_ways(void **state) {
    static const size_t ways[] = {1, 7, 8, 9, 63, 64, 65};
    (void)state;
    for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
        size_t used[131] = {0}, held = 0, lines = 2 * ways[k] + 1;
        struct cache *cache = one_set(ways[k], "lru");
        struct rng rng = {k};
        for (size_t now = 1; now < 5000; now++) {
            size_t line = rng_below(&rng, lines);
            struct place place = at(line * 977 * LINE);
            assert_int_equal(cache_holds(cache, &place), used[line] > 0);
            if (rng_below(&rng, 8) == 0) {
                held -= cache_remove(cache, &place).any;
                used[line] = 0;
                continue;
            }
            bool hit = cache_access(cache, place.physical);
            assert_int_equal(hit, used[line] > 0);
            if (!hit && held == ways[k])
                used[used_longest_ago(used, lines)] = 0;
            else if (!hit)
                held++;
            used[line] = now;
        }
        cache_destroy(cache);
    }
}

/* One physical line at two virtual addresses is in two sets. */
static void a_virtual_index_has_synonyms(void **state) {
    (void)state;
    struct cache_geometry geometry = {
        .bytes = 16 * KB, .ways = 1, .line = 64, .index = INDEX_VIRTUAL};
    struct cache *cache = cache_create(&geometry, 1);
    struct place one = {0, 8 * KB}, same = {16 * KB, 8 * KB}, other = {4 * KB, 8 * KB};
    cache_fill(cache, &one, false);
    assert_true(cache_holds(cache, &one) && cache_holds(cache, &same));
    assert_false(cache_holds(cache, &other));
    cache_destroy(cache);
}

static void what_leaves_is_told(void **state) {
    (void)state;
    struct cache *cache = one_set(1, "lru");
    struct place one = {7 * LINE + 5, 70 * LINE + 5}, two = at(3 * LINE);
    assert_false(cache_fill(cache, &one, true).any);
    struct evicted evicted = cache_fill(cache, &two, false);
    assert_true(evicted.any && evicted.dirty);
    assert_true(evicted.place.seen == 7 * LINE && evicted.place.physical == 70 * LINE);
    assert_true(cache_soil(cache, &two) && !cache_soil(cache, &one));
    evicted = cache_remove(cache, &two);
    assert_true(evicted.any && evicted.dirty && !cache_remove(cache, &two).any);
    cache_destroy(cache);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sectors_come_one_by_one),
        cmocka_unit_test(lines_are_found_in_many_ways),
        cmocka_unit_test(a_virtual_index_has_synonyms),
        cmocka_unit_test(what_leaves_is_told),
    };
    return cmocka_run_group_tests_name("sim_ways", tests, NULL, NULL);
}
