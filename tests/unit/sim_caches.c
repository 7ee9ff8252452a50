/* sim_caches.c - the simulated cache: its geometry, and what each replacement policy keeps and
   evicts in a few accesses whose result can be worked out by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sim_bench.h"

#include <math.h>

/* ---- caches ---- */

static struct cache *create(size_t sets, size_t ways, size_t line, enum policy_kind policy) {
    struct cache_geometry geometry = geometry_of(sets * ways * line, ways, line, policy);
    struct cache *cache = cache_create(&geometry, 1);
    assert_non_null(cache);
    return cache;
}

static struct cache *one_set(size_t ways, enum policy_kind policy) {
    return create(1, ways, LINE, policy);
}

/* Returns the misses of LAPS laps over COUNT places, STRIDE bytes apart. */
static size_t misses(struct cache *cache, size_t count, size_t stride, size_t laps) {
    size_t missed = 0;
    for (size_t lap = 0; lap < laps; lap++)
        for (size_t i = 0; i < count; i++)
            missed += !cache_access(cache, i * stride);
    return missed;
}

/* Returns whether the cache holds the line.  The lookup changes the cache, so call it once. */
static int holds(struct cache *cache, size_t line) {
    return cache_access(cache, line * LINE);
}

static void refuses_impossible_geometries(void **state) {
    (void)state;
    static const size_t impossible[][3] = {{0, 1, 64},    {1024, 0, 64}, {1024, 1, 0},
                                           {1024, 1, 44}, {1000, 4, 64}, {1024, 32, 64}};
    for (size_t i = 0; i < sizeof impossible / sizeof *impossible; i++) {
        const size_t *g = impossible[i];
        struct cache_geometry geometry = geometry_of(g[0], g[1], g[2], POLICY_LRU);
        assert_null(cache_create(&geometry, 1));
    }
    struct cache_geometry wide = geometry_of(128 * LINE, 128, LINE, POLICY_TREE);
    assert_null(cache_create(&wide, 1));
    cache_destroy(NULL);
}

static void misses_a_line_once_and_hits_all_of_it(void **state) {
    (void)state;
    for (size_t line = 1; line <= 4096; line *= 2) {
        struct cache *cache = create(4, 3, line, POLICY_LRU);
        assert_false(cache_access(cache, 7 * line));
        for (size_t byte = 0; byte < line; byte++)
            assert_true(cache_access(cache, 7 * line + byte));
        assert_false(cache_access(cache, 8 * line));
        assert_false(cache_access(cache, 7 * line - 1));
        cache_destroy(cache);
    }
}

/* Twelve sets are no power of two. */
static void keeps_its_sets_apart(void **state) {
    (void)state;
    static const size_t sets[] = {1, 2, 8, 12, 64, 1024};
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        struct cache *cache = create(sets[i], 5, LINE, POLICY_LRU);
        size_t lines = sets[i] * 5;
        assert_int_equal(misses(cache, lines, LINE, 1), lines);
        assert_int_equal(misses(cache, lines, LINE, 3), 0);
        /* One line too many affects its own set, and no other. */
        misses(cache, lines + 1, LINE, 2);
        assert_int_equal(misses(cache, lines + 1, LINE, 1), 6);
        cache_destroy(cache);
    }
}

static void maps_a_way_apart_to_the_same_set(void **state) {
    (void)state;
    struct cache *cache = create(256, 4, LINE, POLICY_LRU);
    misses(cache, 4, 16384, 1);
    assert_int_equal(misses(cache, 4, 16384, 1), 0);
    assert_int_equal(misses(cache, 5, 16384, 10), 46); /* four lines still hit once */
    cache_destroy(cache);
}

static void flushes_one_line(void **state) {
    (void)state;
    for (int policy = POLICY_LRU; policy <= POLICY_RANDOM; policy++) {
        struct cache *cache = one_set(8, (enum policy_kind)policy);
        misses(cache, 8, LINE, 1);
        cache_remove(cache, &(struct place){3 * LINE + 5, 3 * LINE + 5});
        cache_remove(cache, &(struct place){8 * LINE, 8 * LINE});
        assert_int_equal(misses(cache, 8, LINE, 1), 1); /* refills the empty way */
        assert_int_equal(misses(cache, 8, LINE, 1), 0);
        cache_destroy(cache);
    }
}

/* Pages that are 264, 528 and so on apart have the same micro-tag, as on a Zen 5. */
static void keeps_one_line_of_a_micro_tag(void **state) {
    (void)state;
    for (size_t pages = 264; pages < 2048; pages *= 2)
        for (size_t apart = pages - 1; apart <= pages + 1; apart++) {
            struct cache_geometry geometry = geometry_of(32 * KB, 8, LINE, POLICY_LRU);
            geometry.tags = 8;
            struct cache *cache = cache_create(&geometry, 1);
            size_t missed = misses(cache, 2, apart * 4096, 10);
            assert_int_equal(missed, apart == pages ? 20 : 2);
            cache_destroy(cache);
        }
}

/* The line that comes takes the way of its namesake, and evicts no other. */
static void a_namesake_gives_its_way(void **state) {
    (void)state;
    struct cache_geometry geometry = geometry_of(32 * KB, 8, LINE, POLICY_LRU);
    geometry.tags = 8;
    struct cache *cache = cache_create(&geometry, 1);
    misses(cache, 8, 4096, 1);
    cache_access(cache, 264 * 4096); /* as page 0 */
    assert_int_equal(misses(cache, 8, 4096, 1), 1);
    assert_int_equal(misses(cache, 8, 4096, 1), 0);
    cache_destroy(cache);
}

/* ---- LRU and tree-PLRU ---- */

static void lru_always_misses_one_line_too_many(void **state) {
    (void)state;
    for (size_t i = 0; i < WAYS_COUNT; i++) {
        struct cache *cache = one_set(WAYS[i], POLICY_LRU);
        assert_int_equal(misses(cache, WAYS[i], LINE, 1), WAYS[i]);
        assert_int_equal(misses(cache, WAYS[i], LINE, 20), 0);
        misses(cache, WAYS[i] + 1, LINE, 1);
        assert_int_equal(misses(cache, WAYS[i] + 1, LINE, 20), 20 * (WAYS[i] + 1));
        cache_destroy(cache);
    }
}

/* After some laps only, since the bits of a deep tree take many laps to settle. */
static void tree_always_misses_one_line_too_many(void **state) {
    (void)state;
    for (size_t i = 0; i < WAYS_COUNT; i++) {
        struct cache *cache = one_set(WAYS[i], POLICY_TREE);
        misses(cache, WAYS[i] + 1, LINE, 10 * WAYS[i]);
        assert_int_equal(misses(cache, WAYS[i] + 1, LINE, 20), 20 * (WAYS[i] + 1));
        cache_destroy(cache);
    }
}

/* Lines that fill the set at first are soon evicted. */
static void every_policy_finds_room_for_what_fits(void **state) {
    (void)state;
    for (int policy = POLICY_LRU; policy <= POLICY_RANDOM; policy++)
        for (size_t i = 0; i < WAYS_COUNT; i++)
            for (size_t lines = 1; lines <= WAYS[i]; lines++) {
                struct cache *cache = one_set(WAYS[i], (enum policy_kind)policy);
                misses(cache, 3 * WAYS[i], 1000 * LINE, 1);
                misses(cache, lines, LINE, 2000);
                assert_int_equal(misses(cache, lines, LINE, 5), 0);
                cache_destroy(cache);
            }
}

/* Returns the line that is evicted when, after a lap over all ways, line 0 is touched and a new
   line comes. */
static size_t evicted(size_t ways, enum policy_kind policy) {
    size_t gone = ways;
    for (size_t line = 0; line < ways; line++) {
        struct cache *cache = one_set(ways, policy);
        misses(cache, ways, LINE, 1);
        cache_access(cache, 0);
        cache_access(cache, ways * LINE);
        if (!holds(cache, line))
            gone = line;
        cache_destroy(cache);
    }
    return gone;
}

static void lru_and_tree_differ_in_what_they_evict(void **state) {
    (void)state;
    for (size_t ways = 4; ways <= 64; ways *= 2) {
        assert_int_equal(evicted(ways, POLICY_LRU), 1);
        assert_int_equal(evicted(ways, POLICY_TREE), ways / 2);
    }
}

/* Line 0's tree is then the youngest, so the second tree evicts its oldest line. */
static void trees_stand_in_lru_order(void **state) {
    (void)state;
    assert_int_equal(evicted(12, POLICY_LRU), 1);
    assert_int_equal(evicted(12, POLICY_TREE), 4);
    assert_int_equal(evicted(6, POLICY_TREE), 2);
    assert_int_equal(evicted(20, POLICY_TREE), 4);
    assert_int_equal(evicted(3, POLICY_TREE), 1); /* trees of one way: LRU */
}

/* Three bits, by hand: after 0 1 2 3 the root points left, and from there to 0.  Line 4 replaces
   it, so the root points right, to 2.  Then 3 is touched, and it points left, to 1. */
static void tree_follows_its_bits(void **state) {
    (void)state;
    struct cache *cache = one_set(4, POLICY_TREE);
    misses(cache, 4, LINE, 1);
    assert_false(holds(cache, 4)); /* replaces 0 */
    assert_false(holds(cache, 5)); /* replaces 2 */
    assert_true(holds(cache, 3));
    assert_false(holds(cache, 6)); /* replaces 1 */
    assert_true(holds(cache, 4) && holds(cache, 5) && holds(cache, 6) && holds(cache, 3));
    assert_false(holds(cache, 0));
    cache_destroy(cache);
}

/* Checks that both caches give the same answers to random loads in SPAN bytes. */
static void assert_alike(struct cache *one, struct cache *other, size_t span) {
    struct rng rng = {2004};
    for (size_t i = 0; i < 50000; i++) {
        size_t address = rng_below(&rng, span);
        assert_int_equal(cache_access(one, address), cache_access(other, address));
    }
    cache_destroy(one);
    cache_destroy(other);
}

static void policies_agree_where_they_must(void **state) {
    (void)state;
    assert_alike(create(8, 2, LINE, POLICY_LRU), create(8, 2, LINE, POLICY_TREE), 4096);
    assert_alike(create(8, 3, LINE, POLICY_LRU), create(8, 3, LINE, POLICY_TREE), 4096);
    assert_alike(create(8, 1, LINE, POLICY_LRU), create(8, 1, LINE, POLICY_TREE), 4096);
    assert_alike(create(8, 1, LINE, POLICY_LRU), create(8, 1, LINE, POLICY_RANDOM), 4096);
}

/* ---- random replacement ---- */

/* One line of W + 1 is absent, and each of the others is equally likely to be the next victim.  So
   the loads from one miss to the next are 1 to W with equal probability.  Their mean (W + 1) / 2
   and variance (W^2 - 1) / 12 give the number of misses and its deviation (renewal theory). */
static void random_misses_as_often_as_theory_says(void **state) {
    (void)state;
    for (size_t i = 1; i < WAYS_COUNT; i++) {
        struct cache *cache = one_set(WAYS[i], POLICY_RANDOM);
        double w = (double)WAYS[i], mean = (w + 1) / 2, variance = (w * w - 1) / 12;
        double loads = 20000 * (w + 1), expected = loads / mean;
        double band = DEVIATIONS * sqrt(loads * variance / (mean * mean * mean));
        misses(cache, WAYS[i] + 1, LINE, 100);
        assert_true(near((double)misses(cache, WAYS[i] + 1, LINE, 20000), expected, band));
        cache_destroy(cache);
    }
}

static void random_depends_on_its_seed_alone(void **state) {
    (void)state;
    struct cache_geometry geometry = geometry_of(8192, 8, LINE, POLICY_RANDOM);
    struct cache *one = cache_create(&geometry, 0), *other = cache_create(&geometry, 1);
    struct rng rng = {1};
    size_t differ = 0;
    assert_alike(cache_create(&geometry, 5), cache_create(&geometry, 5), 20000);
    for (size_t i = 0; i < 10000; i++) {
        size_t address = rng_below(&rng, 20000);
        differ += cache_access(one, address) != cache_access(other, address);
    }
    assert_true(differ > 1000);
    cache_destroy(one);
    cache_destroy(other);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refuses_impossible_geometries),
        cmocka_unit_test(misses_a_line_once_and_hits_all_of_it),
        cmocka_unit_test(keeps_its_sets_apart),
        cmocka_unit_test(maps_a_way_apart_to_the_same_set),
        cmocka_unit_test(flushes_one_line),
        cmocka_unit_test(keeps_one_line_of_a_micro_tag),
        cmocka_unit_test(a_namesake_gives_its_way),
        cmocka_unit_test(lru_always_misses_one_line_too_many),
        cmocka_unit_test(tree_always_misses_one_line_too_many),
        cmocka_unit_test(every_policy_finds_room_for_what_fits),
        cmocka_unit_test(lru_and_tree_differ_in_what_they_evict),
        cmocka_unit_test(trees_stand_in_lru_order),
        cmocka_unit_test(tree_follows_its_bits),
        cmocka_unit_test(policies_agree_where_they_must),
        cmocka_unit_test(random_misses_as_often_as_theory_says),
        cmocka_unit_test(random_depends_on_its_seed_alone),
    };
    return cmocka_run_group_tests_name("sim_caches", tests, NULL, NULL);
}
