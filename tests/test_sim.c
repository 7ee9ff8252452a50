/* test_sim.c - the simulated machine, from first principles: what each replacement policy must do
   with a few lines, what each kind of noise is on average, and what a chain must cost. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "../probes/machine/calls.h"
#include "../probes/machine/pages.h"
#include "sim/cache.h"
#include "sim/noise.h"
#include "sim/sim.h"

static const size_t WAYS[] = {1, 2, 3, 4, 6, 8, 12, 16, 20, 64};
enum { WAYS_COUNT = sizeof WAYS / sizeof *WAYS, LINE = 64 };

/* A number of deviations that a fixed seed keeps below, unless something is wrong. */
static const double DEVIATIONS = 4.5;

static int near(double value, double expected, double tolerance) {
    return fabs(value - expected) <= tolerance;
}

/* ---- caches ---- */

static struct cache_geometry geometry_of(size_t bytes, size_t ways, size_t line,
                                         enum policy_kind kind) {
    return (struct cache_geometry){
        .bytes = bytes, .ways = ways, .line = line, .policy = {.kind = kind}};
}

static struct cache *create(size_t sets, size_t ways, size_t line, enum policy_kind policy) {
    struct cache_geometry geometry = geometry_of(sets * ways * line, ways, line, policy);
    struct cache *cache = cache_create(&geometry, 1);
    assert_non_null(cache);
    return cache;
}

static struct cache *one_set(size_t ways, enum policy_kind policy) {
    return create(1, ways, LINE, policy);
}

/* Misses among the loads of LAPS laps over COUNT places, STRIDE bytes apart. */
static size_t misses(struct cache *cache, size_t count, size_t stride, size_t laps) {
    size_t missed = 0;
    for (size_t lap = 0; lap < laps; lap++)
        for (size_t i = 0; i < count; i++)
            missed += !cache_access(cache, i * stride);
    return missed;
}

/* Does the cache hold the line?  Looking moves it, so look once. */
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
        /* One line more takes its own set along, and no other. */
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
    assert_int_equal(misses(cache, 5, 16384, 10), 46); /* four are still there, once */
    cache_destroy(cache);
}

static void flushes_one_line(void **state) {
    (void)state;
    for (int policy = POLICY_LRU; policy <= POLICY_RANDOM; policy++) {
        struct cache *cache = one_set(8, (enum policy_kind)policy);
        misses(cache, 8, LINE, 1);
        cache_remove(cache, &(struct place){3 * LINE + 5, 3 * LINE + 5});
        cache_remove(cache, &(struct place){8 * LINE, 8 * LINE});
        assert_int_equal(misses(cache, 8, LINE, 1), 1); /* it refills the empty way */
        assert_int_equal(misses(cache, 8, LINE, 1), 0);
        cache_destroy(cache);
    }
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

/* After some laps: a deep tree's bits take many to fall into step. */
static void tree_always_misses_one_line_too_many(void **state) {
    (void)state;
    for (size_t i = 0; i < WAYS_COUNT; i++) {
        struct cache *cache = one_set(WAYS[i], POLICY_TREE);
        misses(cache, WAYS[i] + 1, LINE, 10 * WAYS[i]);
        assert_int_equal(misses(cache, WAYS[i] + 1, LINE, 20), 20 * (WAYS[i] + 1));
        cache_destroy(cache);
    }
}

/* Other lines that fill the set at first do not keep them out for long. */
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

/* The line that goes when, after a lap over all ways, line 0 is touched and a new one comes. */
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

/* Line 0's tree is the youngest then, so the second one gives up its own oldest. */
static void trees_stand_in_lru_order(void **state) {
    (void)state;
    assert_int_equal(evicted(12, POLICY_LRU), 1);
    assert_int_equal(evicted(12, POLICY_TREE), 4);
    assert_int_equal(evicted(6, POLICY_TREE), 2);
    assert_int_equal(evicted(20, POLICY_TREE), 4);
    assert_int_equal(evicted(3, POLICY_TREE), 1); /* trees of one way: LRU */
}

/* Three bits, by hand: after 0 1 2 3 the root leads left, and there to 0.  Line 4 takes its way,
   so the root leads right, to 2.  Then 3 is touched: left, to 1. */
static void tree_follows_its_bits(void **state) {
    (void)state;
    struct cache *cache = one_set(4, POLICY_TREE);
    misses(cache, 4, LINE, 1);
    assert_false(holds(cache, 4)); /* for 0 */
    assert_false(holds(cache, 5)); /* for 2 */
    assert_true(holds(cache, 3));
    assert_false(holds(cache, 6)); /* for 1 */
    assert_true(holds(cache, 4) && holds(cache, 5) && holds(cache, 6) && holds(cache, 3));
    assert_false(holds(cache, 0));
    cache_destroy(cache);
}

/* The same answers to so many random loads of SPAN bytes. */
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

/* One line of W + 1 is away, each of the others as likely as the next: from one miss to the next
   it takes 1 to W loads, all alike.  Their mean (W + 1) / 2 and variance (W^2 - 1) / 12 give the
   number of misses, and how far chance may take it (renewal theory). */
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

/* ---- noise ---- */

enum { DRAWS = 200000 };

static void draws_have_their_mean_and_variance(void **state) {
    (void)state;
    struct rng rng = {0};
    double unit = 0, normal = 0, square = 0, below = 0;
    for (int i = 0; i < DRAWS; i++) {
        double u = rng_unit(&rng), n = rng_normal(&rng);
        size_t d = rng_below(&rng, 7);
        assert_true(u >= 0 && u < 1 && n > -6 && n < 6 && d < 7);
        unit += u / DRAWS;
        normal += n / DRAWS;
        square += n * n / DRAWS;
        below += (double)d / DRAWS;
    }
    double band = DEVIATIONS / sqrt(DRAWS);
    assert_true(near(unit, 0.5, band * sqrt(1 / 12.)) && near(below, 3, band * 2));
    assert_true(near(normal, 0, band) && near(square, 1, band * sqrt(2)));
}

struct seen {
    double mean, deviation, good, long_share, longest;
};

/* What NOISE makes of samples of NS. */
static struct seen observe(struct noise noise, double ns) {
    struct rng rng = {20};
    struct seen seen = {0, 0, 0, 0, 0};
    for (int i = 0; i < DRAWS; i++) {
        double sample = ns;
        struct disturbance disturbance = noise_add(&noise, &rng, &sample);
        seen.good += (double)(!disturbance.disagree && sample > 0) / DRAWS;
        seen.mean += sample / DRAWS;
        seen.deviation += (sample - ns) * (sample - ns) / DRAWS;
        seen.long_share += (double)(sample > 2 * ns) / DRAWS;
        seen.longest = fmax(seen.longest, sample);
    }
    seen.deviation = sqrt(seen.deviation);
    return seen;
}

static double band_of_share(double share) {
    return DEVIATIONS * sqrt(share * (1 - share) / DRAWS);
}

static void no_noise_changes_nothing(void **state) {
    (void)state;
    struct seen seen = observe((struct noise){.jitter = 0}, 1000);
    assert_true(near(seen.mean, 1000, 1e-6) && near(seen.deviation, 0, 1e-9));
    assert_true(near(seen.good, 1, 1e-6) && near(seen.longest, 1000, 0));
}

static void jitter_is_relative(void **state) {
    (void)state;
    for (double ns = 10; ns < 1e6; ns *= 10) {
        struct seen seen = observe((struct noise){.jitter = 0.003}, ns);
        assert_true(near(seen.mean, ns, 0.003 * ns * DEVIATIONS / sqrt(DRAWS)));
        assert_true(near(seen.deviation, 0.003 * ns, 0.003 * ns * DEVIATIONS / sqrt(2 * DRAWS)));
    }
}

static void preemption_adds_to_few_samples(void **state) {
    (void)state;
    struct seen seen = observe((struct noise){.preempted = 0.02, .preempted_us = 20}, 1000);
    assert_true(near(seen.long_share, 0.02, band_of_share(0.02)));
    assert_true(near(seen.mean, 1000 + 0.02 * 20000, 20 * DEVIATIONS * 20000 / sqrt(DRAWS) / 100));
    assert_true(seen.longest <= 31000 && seen.longest > 30000);
}

static void rulers_disagree_at_times(void **state) {
    (void)state;
    struct seen seen = observe((struct noise){.disagree = 0.01}, 1000);
    assert_true(near(seen.good, 0.99, band_of_share(0.01)));
    assert_true(near(seen.mean, 1000, 1e-6));
}

/* Whole steps, one too few or too many, the truth on average; and nothing is no sample. */
static void the_clock_ticks(void **state) {
    (void)state;
    struct noise noise = {.step_ns = 40};
    struct rng rng = {3};
    for (int i = 0; i < 1000; i++) {
        double ns = 1010;
        assert_false(noise_add(&noise, &rng, &ns).disagree);
        assert_true(near(ns, 1000, 0) || near(ns, 1040, 0));
    }
    assert_true(near(observe(noise, 1010).mean, 1010, 40 * DEVIATIONS / sqrt(DRAWS)));
    assert_true(near(observe(noise, 10).good, 0.25, band_of_share(0.25)));
}

/* ---- chains on a machine ---- */

enum { KB = 1024, MB = 1024 * KB };

/* Cheap to tell apart: 4 cycles, 14, 50, and 200. */
static const struct sim_machine PLAIN = {
    .level = {{.cache = {.bytes = 4 * KB, .ways = 4, .line = 64}, .cycles = 4, .store = 1},
              {.cache = {.bytes = 32 * KB, .ways = 8, .line = 64}, .cycles = 14, .store = 3},
              {.cache = {.bytes = 256 * KB, .ways = 16, .line = 64}, .cycles = 50, .store = 10}},
    .levels = 3,
    .pages = {.bytes = 4096, .frames = FRAMES_CONTIGUOUS},
    .memory = {.cycles = 200, .store = 20, .in_flight = 10},
    .ghz = 2.5,
    .limit = 123 * MB};

static const struct noise NOISY = {
    .jitter = 0.003, .preempted = 0.02, .preempted_us = 20, .disagree = 0.01, .step_ns = 1};

enum { MOST = 16384, WARM_LAPS = 30 };

struct bench {
    struct machine *machine;
    struct pages pages;
    struct chain chain;
    size_t order[MOST];
};

static struct bench bench_of(const struct sim_machine *sim, uint64_t seed) {
    struct bench bench;
    bench.machine = sim_open(sim, seed);
    assert_non_null(bench.machine);
    assert_true(pages_draw(bench.machine, &bench.pages, 2 * MB, PAGES_SMALL));
    return bench;
}

static void link_places(struct bench *bench, size_t count, size_t stride) {
    for (size_t i = 0; i < count; i++)
        bench->order[i] = i * stride;
    chain_link(bench->machine, &bench->chain, &bench->pages, bench->order, count);
}

static double sample(struct bench *bench, size_t loads) {
    struct timing timing;
    assert_true(chain_sample(bench->machine, &bench->chain, loads, &timing));
    assert_true(near(timing.ns * 2.5, timing.cycles, 1e-9 * timing.cycles));
    return timing.cycles;
}

static double cost(struct bench *bench, size_t count, size_t stride) {
    link_places(bench, count, stride);
    chain_walk(bench->machine, &bench->chain, WARM_LAPS * count);
    return sample(bench, 1000 * count);
}

static void a_chain_costs_what_the_level_costs_that_holds_it(void **state) {
    (void)state;
    struct bench bench = bench_of(&PLAIN, 1);
    assert_true(near(cost(&bench, 1, 64), 4, 1e-9));
    assert_true(near(cost(&bench, 64, 64), 4, 1e-9));
    assert_true(near(cost(&bench, 512, 64), 14, 1e-9));
    assert_true(near(cost(&bench, 4096, 64), 50, 1e-9));
    assert_true(near(cost(&bench, 8192, 64), 200, 1e-9));
    assert_true(near(cost(&bench, 64, 64), 4, 1e-9));
    /* Four places a line: three are hits. */
    assert_true(near(cost(&bench, 2048, 16), (14 + 3 * 4) / 4., 1e-9));
    machine_close(bench.machine);
}

/* ---- visits that repeat themselves ---- */

/* Three places of one set, as chain WHICH. */
static void link_three(struct bench *bench, struct chain *chain, size_t which) {
    size_t *order = bench->order + 3 * which;
    for (size_t i = 0; i < 3; i++)
        order[i] = (3 * which + i) * 4096;
    chain_link(bench->machine, chain, &bench->pages, order, 3);
}

/* What happens to the core between walks. */
static void interrupt(struct bench *bench, struct chain *chain, size_t how) {
    struct timing timing;
    if (how == 1)
        chain_flush(bench->machine, chain);
    if (how == 2)
        chain_write(bench->machine, chain);
    if (how == 3)
        assert_true(chain_sample(bench->machine, chain, 7, &timing));
    if (how == 4)
        link_three(bench, chain, 3);
}

/* What three chains cost that push out each other, visited in turn, the first one twice; and, after
   something else has happened to one of them, the other way round.  BETWEEN: a call to no effect
   before each visit. */
static void visit_in_turn(const struct sim_machine *sim, bool between, size_t how, double *ns,
                          size_t visits) {
    static const size_t turn[] = {0, 0, 1, 2};
    struct bench bench = bench_of(sim, 1);
    struct chain chain[3], nothing;
    for (size_t i = 0; i < 3; i++)
        link_three(&bench, &chain[i], i);
    chain_link(bench.machine, &nothing, &bench.pages, bench.order, 0);
    for (size_t i = 0; i < visits + 3; i++) {
        size_t which = i < visits ? turn[i % 4] : visits + 2 - i;
        if (between)
            pages_release(bench.machine, &(struct pages){.mapping = NULL});
        if (i == visits)
            interrupt(&bench, &chain[1], how);
        chain_walk(bench.machine, &nothing, 0);
        ns[i] = chain_burst(bench.machine, &chain[which], i % 4 == 0 ? 2 : 3);
    }
    machine_close(bench.machine);
}

static void check_foretold(const char *policy, size_t how, size_t visits) {
    static double told[220], seen[220];
    struct sim_machine sim = PLAIN;
    for (size_t level = 0; level < sim.levels; level++)
        assert_true(policy_named(policy, &sim.level[level].cache.policy));
    visit_in_turn(&sim, false, how, told, visits);
    visit_in_turn(&sim, true, how, seen, visits);
    for (size_t i = 0; i < visits + 3; i++)
        assert_true(near(told[i], seen[i], 0));
}

static void what_repeats_itself_is_foretold_right(void **state) {
    static const char *const policies[] = {"lru", "plru", "fifo", "random", "srrip"};
    (void)state;
    for (size_t k = 0; k < sizeof policies / sizeof *policies; k++)
        for (size_t how = 0; how < 5; how++)
            for (size_t visits = 200; visits < 209; visits++)
                check_foretold(policies[k], how, visits);
}

/* Five lines in each of two of the sixteen sets, four in the others. */
static void one_full_set_costs_its_own_misses(void **state) {
    (void)state;
    struct bench bench = bench_of(&PLAIN, 1);
    assert_true(near(cost(&bench, 66, 64), (56 * 4 + 10 * 14) / 66., 1e-9));
    assert_true(near(cost(&bench, 4, 1024), 4, 1e-9));
    assert_true(near(cost(&bench, 5, 1024), 14, 1e-9));
    assert_true(near(cost(&bench, 9, 4096), 50, 1e-9));
    machine_close(bench.machine);
}

static void random_replacement_costs_its_steady_mean(void **state) {
    (void)state;
    static const size_t ways[] = {4, 8, 12, 16};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        struct sim_machine sim = PLAIN;
        sim.level[0].cache = geometry_of(ways[i] * 1024, ways[i], 64, POLICY_RANDOM);
        sim.level[1].cache.ways = 512;
        struct bench bench = bench_of(&sim, 1);
        double missed = 2 / (double)(ways[i] + 1);
        assert_true(near(cost(&bench, ways[i], 1024), 4, 1e-9));
        assert_true(near(cost(&bench, ways[i] + 1, 1024), 4 + 10 * missed, 10 * 0.1 * missed));
        machine_close(bench.machine);
    }
}

static void samples_of_a_warm_chain_are_alike(void **state) {
    (void)state;
    struct bench bench = bench_of(&PLAIN, 1);
    double whole = cost(&bench, 100, 64);
    for (size_t loads = 1; loads < 300; loads += 7)
        assert_true(near(sample(&bench, loads), whole, 1e-9));
    machine_close(bench.machine);
}

static void the_lap_after_a_flush_is_cold(void **state) {
    (void)state;
    struct bench bench = bench_of(&PLAIN, 1);
    assert_true(near(cost(&bench, 32, 64), 4, 1e-9));
    assert_true(chain_flush(bench.machine, &bench.chain));
    assert_true(near(sample(&bench, 32), 200, 1e-9));
    assert_true(near(sample(&bench, 32), 4, 1e-9));
    assert_true(chain_flush(bench.machine, &bench.chain));
    assert_true(near(sample(&bench, 8), 200, 1e-9)); /* and the rest of the lap later */
    assert_true(near(sample(&bench, 64), (24 * 200 + 40 * 4) / 64., 1e-9));
    machine_close(bench.machine);
}

static void a_chain_never_sampled_can_be_flushed(void **state) {
    (void)state;
    struct bench bench = bench_of(&PLAIN, 1);
    link_places(&bench, 32, 32); /* two places a line: what one fetches the other finds */
    assert_true(chain_flush(bench.machine, &bench.chain));
    assert_true(near(sample(&bench, 32), (200 + 4) / 2., 1e-9));
    link_places(&bench, 1, 64); /* a new chain is not cold */
    assert_true(near(sample(&bench, 100), 4, 1e-9));
    machine_close(bench.machine);
}

/* A line of the second level brings two of the first. */
static void levels_have_lines_of_their_own(void **state) {
    (void)state;
    struct sim_machine sim = PLAIN;
    sim.level[1].cache.line = 128;
    struct bench bench = bench_of(&sim, 1);
    link_places(&bench, 32, 64);
    assert_true(chain_flush(bench.machine, &bench.chain));
    assert_true(near(sample(&bench, 32), (200 + 14) / 2., 1e-9));
    assert_true(near(sample(&bench, 32), 4, 1e-9));
    machine_close(bench.machine);
}

static void memory_alone_is_a_machine_too(void **state) {
    (void)state;
    struct sim_machine sim = PLAIN;
    sim.levels = 0;
    struct bench bench = bench_of(&sim, 1);
    assert_true(near(cost(&bench, 1, 64), 200, 1e-9));
    machine_close(bench.machine);
    sim = PLAIN;
    sim.level[0].cache.bytes = 1000;
    assert_null(sim_open(&sim, 1));
}

/* ---- a machine's seed, pages and limits ---- */

/* Twenty samples of a chain on a noisy machine with random replacement. */
static void measure_noisily(uint64_t seed, double *cycles) {
    struct sim_machine sim = PLAIN;
    sim.noise = NOISY;
    sim.level[0].cache.policy.kind = POLICY_RANDOM;
    struct bench bench = bench_of(&sim, seed);
    link_places(&bench, 70, 64);
    for (size_t i = 0; i < 20; i++) {
        struct timing timing;
        double sign = chain_sample(bench.machine, &bench.chain, 7000, &timing) ? 1 : -1;
        cycles[i] = sign * timing.cycles;
    }
    machine_close(bench.machine);
}

static void a_seed_gives_the_same_samples_again(void **state) {
    (void)state;
    double one[20], again[20], other[20];
    measure_noisily(7, one);
    measure_noisily(7, again);
    measure_noisily(8, other);
    assert_memory_equal(one, again, sizeof one);
    for (size_t i = 0; i < 20; i++)
        assert_false(near(one[i], other[i], 0));
}

static void rejected_samples_are_told(void **state) {
    (void)state;
    struct sim_machine sim = PLAIN;
    sim.noise.disagree = 1;
    struct bench bench = bench_of(&sim, 1);
    struct timing timing;
    link_places(&bench, 4, 64);
    assert_false(chain_sample(bench.machine, &bench.chain, 400, &timing));
    machine_close(bench.machine);
}

static void pages_are_fresh_and_aligned(void **state) {
    (void)state;
    struct machine *machine = sim_open(&PLAIN, 1);
    uintptr_t end = 1;
    for (size_t bytes = 1; bytes < 16 * MB; bytes = bytes * 3 + 5) {
        struct pages pages;
        assert_true(pages_draw(machine, &pages, bytes, PAGES_HUGE));
        assert_int_equal((uintptr_t)pages.base % (2 * MB), 0);
        assert_true((uintptr_t)pages.base >= end && pages.bytes >= bytes && !pages.huge);
        assert_true(pages.mapped > 0 && pages.page_bytes == 4096);
        end = (uintptr_t)pages.base + bytes;
        pages_release(machine, &pages);
        assert_int_equal(pages.mapped, 0);
    }
    assert_int_equal(pages_limit(machine), 123 * MB);
    machine_close(machine);
}

static void a_coarse_clock_asks_for_long_samples(void **state) {
    (void)state;
    struct sim_machine sim = PLAIN;
    struct machine *fine = sim_open(&sim, 1);
    sim.noise.step_ns = 1000;
    struct machine *coarse = sim_open(&sim, 1);
    assert_true(near(machine_quantum_ns(fine), 20000, 0));
    assert_true(near(machine_quantum_ns(coarse), 200000, 0));
    machine_close(fine);
    machine_close(coarse);
}

static void samples_take_their_time(void **state) {
    (void)state;
    struct bench bench = bench_of(&PLAIN, 1);
    assert_true(near(machine_age_ns(bench.machine), 0, 0));
    link_places(&bench, 64, 64);
    sample(&bench, 640);
    link_places(&bench, 512, 64);
    chain_walk(bench.machine, &bench.chain, 512);
    assert_true(near(machine_age_ns(bench.machine), (640 * 4 + 512 * 14) / 2.5, 1e-6));
    machine_close(bench.machine);
}

/* ---- what else the seam has ---- */

static const struct sim_machine *with_pages(size_t page, enum frames_kind kind) {
    static struct sim_machine sim;
    sim = PLAIN;
    sim.pages.bytes = page;
    sim.pages.frames = kind;
    return &sim;
}

/* Until the laps are alike load by load, and after that taken from the first ones: the same. */
static void long_samples_cost_what_their_loads_cost(void **state) {
    (void)state;
    static const enum policy_kind kinds[] = {POLICY_LRU, POLICY_TREE, POLICY_FIFO};
    for (size_t i = 0; i < 3; i++)
        for (size_t count = 60; count < 1500; count = count * 3 / 2) {
            struct sim_machine sim = PLAIN;
            sim.level[0].cache.policy.kind = sim.level[1].cache.policy.kind = kinds[i];
            struct bench once = bench_of(&sim, 1), singly = bench_of(&sim, 1);
            link_places(&once, count, 64);
            link_places(&singly, count, 64);
            chain_walk(once.machine, &once.chain, 20 * count);
            chain_walk(singly.machine, &singly.chain, 20 * count);
            double ns = 0, cycles = sample(&once, 200 * count + 7);
            for (size_t k = 0; k < 200 * count + 7; k++)
                ns += chain_burst(singly.machine, &singly.chain, 1);
            assert_true(near(cycles, ns * 2.5 / (double)(200 * count + 7), 1e-6));
            assert_ptr_equal(once.chain.at, singly.chain.at);
            machine_close(once.machine);
            machine_close(singly.machine);
        }
}

/* One chain's walk puts another's lines out. */
static void chains_share_the_caches(void **state) {
    (void)state;
    struct bench bench = bench_of(&PLAIN, 1);
    struct chain other;
    size_t far[64];
    assert_true(near(cost(&bench, 64, 64), 4, 1e-9));
    for (size_t i = 0; i < 64; i++)
        far[i] = MB + i * 64;
    chain_link(bench.machine, &other, &bench.pages, far, 64);
    assert_true(near(sample(&bench, 64), 14, 1e-9));
    assert_true(near(sample(&bench, 6400), 4, 1e-9));
    chain_walk(bench.machine, &other, 32);
    /* two of four ways in each set: under LRU that is enough to miss them all */
    assert_true(near(sample(&bench, 64), 14, 1e-9));
    machine_close(bench.machine);
}

static void bursts_are_timed_in_ns(void **state) {
    (void)state;
    struct sim_machine sim = PLAIN;
    struct bench bench = bench_of(&sim, 1);
    link_places(&bench, 512, 64);
    assert_true(near(chain_burst(bench.machine, &bench.chain, 3), 3 * 14 / 2.5, 1e-9));
    machine_close(bench.machine);
    sim.noise.step_ns = 100;
    bench = bench_of(&sim, 1);
    link_places(&bench, 4, 64);
    double sum = 0, least = 0;
    for (int i = 0; i < DRAWS; i++) {
        double ns = chain_burst(bench.machine, &bench.chain, 4);
        sum += ns / DRAWS;
        least = fmin(least, ns);
    }
    assert_true(near(sum, 4 * 4 / 2.5, 100 * DEVIATIONS / sqrt(DRAWS)));
    assert_true(least < 0 && least >= -100);
    machine_close(bench.machine);
}

/* The cost of a load of COUNT chains of LENGTH places each, all in sets of their own. */
static double cost_of_all(struct bench *bench, size_t count, size_t length, size_t stride) {
    struct chain chains[CHAINS_MOST];
    struct timing timing;
    for (size_t i = 0; i < count * length; i++)
        bench->order[i] = i * stride;
    for (size_t i = 0; i < count; i++)
        chain_link(bench->machine, &chains[i], &bench->pages, bench->order + i * length, length);
    for (size_t i = 0; i < count; i++)
        chain_walk(bench->machine, &chains[i], 5 * length);
    assert_true(chain_sample_all(bench->machine, chains, count, 10 * length, &timing));
    return timing.cycles * (double)count;
}

/* A round costs a miss until there are more of them than can be in flight. */
static void chains_side_by_side_overlap(void **state) {
    (void)state;
    struct bench bench = bench_of(&PLAIN, 1);
    assert_true(near(cost_of_all(&bench, 4, 8, 64), 4, 1e-9));
    for (size_t count = 1; count <= 32; count *= 2) {
        double rounds = fmax(1, (double)count / 10);
        assert_true(near(cost_of_all(&bench, count, 8192 / count, 128), 200 * rounds, 1e-6));
    }
    machine_close(bench.machine);
}

static void stores_are_timed_each(void **state) {
    (void)state;
    struct bench bench = bench_of(&PLAIN, 1);
    struct timing timing;
    link_places(&bench, 32, 64);
    assert_true(chain_store(bench.machine, &bench.chain, 4, &timing));
    assert_true(near(timing.cycles, 1, 1e-9));
    link_places(&bench, 256, 64); /* each is brought from the second level and writes one back */
    assert_true(chain_store(bench.machine, &bench.chain, 10, &timing));
    assert_true(near(timing.cycles, 14 / 10. + 3, 1e-9));
    machine_close(bench.machine);
}

/* A physically indexed level sees the frames: 64 pages of a 128 KB way, each page in one of its
   colours, fit only if the frames are well chosen. */
static void frames_decide_where_physical_indices_conflict(void **state) {
    (void)state;
    double cycles[2];
    static const enum frames_kind kinds[] = {FRAMES_CONTIGUOUS, FRAMES_SCATTERED};
    for (size_t i = 0; i < 2; i++) {
        struct sim_machine sim = *with_pages(4096, kinds[i]);
        sim.level[0].cache = geometry_of(256 * KB, 4, 64, POLICY_LRU);
        sim.levels = 1;
        struct bench bench = bench_of(&sim, 3);
        cycles[i] = cost(&bench, 256 * KB / 64, 64);
        machine_close(bench.machine);
    }
    assert_true(near(cycles[0], 4, 1e-9) && cycles[1] > 30);
}

static void a_virtual_index_does_not_see_frames(void **state) {
    (void)state;
    struct sim_machine sim = *with_pages(4096, FRAMES_SCATTERED);
    sim.level[0].cache = geometry_of(256 * KB, 4, 64, POLICY_LRU);
    sim.level[0].cache.index = INDEX_VIRTUAL;
    struct bench bench = bench_of(&sim, 3);
    assert_true(near(cost(&bench, 256 * KB / 64, 64), 4, 1e-9));
    machine_close(bench.machine);
}

/* What conflicted in small pages does not in huge ones. */
static void promotion_mends_conflicts(void **state) {
    (void)state;
    struct sim_machine sim = *with_pages(4096, FRAMES_PROMOTED);
    sim.level[0].cache = geometry_of(256 * KB, 4, 64, POLICY_LRU);
    sim.levels = 1;
    sim.pages.after = 4 * 4096;
    struct bench bench = bench_of(&sim, 3);
    struct pages huge;
    assert_true(pages_draw(bench.machine, &huge, 2 * MB, PAGES_HUGE));
    bench.pages = huge;
    link_places(&bench, 4096, 64);
    assert_true(sample(&bench, 4096) > 30);
    assert_true(near(cost(&bench, 4096, 64), 4, 1e-9));
    machine_close(bench.machine);
}

static void translations_cost_what_misses_the_tlb(void **state) {
    (void)state;
    struct sim_machine sim = PLAIN;
    sim.tlbs = 2;
    sim.tlb[0] = (struct sim_tlb){.entries = 16, .ways = 4};
    sim.tlb[1] = (struct sim_tlb){.entries = 64, .ways = 4, .cycles = 7};
    sim.walk.cycles = 30;
    struct bench bench = bench_of(&sim, 1);
    assert_true(near(cost(&bench, 16, 4096 + 64), 4, 1e-9));
    assert_true(near(cost(&bench, 32, 4096 + 64), 4 + 7, 1e-9));
    assert_true(near(cost(&bench, 128, 4096 + 64), 14 + 30, 1e-9));
    machine_close(bench.machine);
}

/* ---- calls of code ---- */

enum { CALLS = 600 };

/* What a call costs at the third time of so many lines STRIDE bytes apart, in their order, where
   each is entered at the beginning or, ANYWHERE, at one of eight places; the loop's lines are
   elsewhere. */
static double call_cost(const struct sim_machine *sim, size_t lines, size_t stride, bool anywhere) {
    uint32_t offset[CALLS];
    struct rng rng = {7};
    struct timing timing;
    struct machine *machine = sim_open(sim, 1);
    struct calls calls = {
        .offset = offset, .count = CALLS, .lap = lines, .bytes = 1 << 20, .loop = 1 << 19};
    for (int sample = 0; sample < 3; sample++) {
        for (size_t i = 0; i < CALLS; i++)
            offset[i] = (uint32_t)(1024 + i % lines * stride + (anywhere ? rng_below(&rng, 8) : 0));
        assert_true(calls_sample(machine, &calls, &timing));
    }
    machine_close(machine);
    return timing.cycles;
}

/* 2 for a call, 3 to decode, and the misprediction's 11. */
static void calls_that_are_not_predicted_show_misses(void **state) {
    (void)state;
    struct sim_machine sim = PLAIN;
    sim.execute.miss = 11;
    sim.code = geometry_of(8 * KB, 2, 64, POLICY_LRU);
    assert_true(near(call_cost(&sim, 2, 4096, false), 2, 1));
    assert_true(near(call_cost(&sim, 3, 4096, false), 2, 1)); /* fetched before it is needed */
    assert_true(call_cost(&sim, 2, 4096, true) < 2 + 3 + 11 + 0.5);
    assert_true(call_cost(&sim, 2, 4096, true) > 14);
    assert_true(call_cost(&sim, 3, 4096, true) > 14 + 3); /* the first level holds all */
}

static void decoded_instructions_are_found_by_their_entry(void **state) {
    (void)state;
    struct sim_machine sim = PLAIN;
    sim.execute.miss = 11;
    sim.code = geometry_of(8 * KB, 2, 64, POLICY_LRU);
    sim.decoded = (struct sim_decoded){.entries = 8 * 64, .ways = 8, .window = 64};
    double few = call_cost(&sim, 1, 4096, true);
    assert_true(few < 14 && few > 9);
    assert_true(call_cost(&sim, 2, 4096, true) > few + 1);
}

/* ---- noise that reaches the caches ---- */

static void preemption_evicts(void **state) {
    (void)state;
    struct sim_machine sim = PLAIN;
    sim.noise = (struct noise){.preempted = 1, .evicted = 3000};
    struct bench bench = bench_of(&sim, 1);
    struct timing timing;
    link_places(&bench, 64, 64);
    chain_sample(bench.machine, &bench.chain, 64, &timing);
    assert_true(near(timing.cycles, 4, 1e-9));
    chain_sample(bench.machine, &bench.chain, 64, &timing);
    assert_true(timing.cycles > 30);
    machine_close(bench.machine);
}

/* Half of the last level is ours without a neighbour; it takes a part of that, but nothing of the
   first level. */
static void a_neighbour_takes_its_share_of_the_last_level(void **state) {
    (void)state;
    double last = 0;
    for (int i = 0; i < 3; i++) {
        struct sim_machine sim = PLAIN;
        sim.noise.neighbour = 500. * i;
        struct bench bench = bench_of(&sim, 1);
        assert_true(near(cost(&bench, 64, 64), 4, 1e-9));
        double cycles = cost(&bench, 3072, 64);
        assert_true(i == 0 ? near(cycles, 50, 1e-9) : cycles > last + 5);
        last = cycles;
        machine_close(bench.machine);
    }
}

/* In its turns a thread beside takes from all levels, all the time and not between samples only:
   one page fills the first, and more pages, or all memory, the second as well. */
static void a_thread_beside_takes_from_all_levels(void **state) {
    (void)state;
    static const size_t pages[] = {0, 1, 64};
    for (int i = 0; i < 3; i++) {
        struct sim_machine sim = PLAIN;
        sim.noise.taken = 2000;
        sim.noise.taken_pages = pages[i];
        struct bench bench = bench_of(&sim, 1);
        assert_true(near(cost(&bench, 64, 64), 4, 1e-9));
        machine_close(bench.machine);
        sim.noise.beside = 1;
        bench = bench_of(&sim, 1);
        assert_true(cost(&bench, 64, 64) > 13.9);
        double cycles = cost(&bench, 320, 64);
        assert_true(i == 1 ? near(cycles, 14, 1e-9) : cycles > 15);
        machine_close(bench.machine);
    }
}

static void a_change_of_frequency_is_seen_by_the_rulers(void **state) {
    (void)state;
    struct sim_machine sim = PLAIN;
    sim.noise.change_us = 10;
    sim.noise.change_ghz = 1.25;
    struct bench bench = bench_of(&sim, 1);
    size_t bad = 0, slow = 0;
    link_places(&bench, 64, 64);
    for (int i = 0; i < 1000; i++) {
        struct timing timing;
        bad += !chain_sample(bench.machine, &bench.chain, 640, &timing);
        assert_true(near(timing.cycles, 4, 1e-9));
        slow += timing.ns > 2;
    }
    /* 1 us a sample at the one clock, 2 at the other; in ten of either the clock changes once */
    assert_true(bad > 80 && bad < 200 && slow > 250 && slow < 450);
    machine_close(bench.machine);
}

static void old_machines_cannot_flush(void **state) {
    (void)state;
    struct sim_machine sim = PLAIN;
    sim.no_flush = true;
    struct bench bench = bench_of(&sim, 1);
    link_places(&bench, 8, 64);
    assert_false(chain_flush(bench.machine, &bench.chain));
    assert_true(near(sample(&bench, 8), 4, 1e-9));
    machine_close(bench.machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refuses_impossible_geometries),
        cmocka_unit_test(misses_a_line_once_and_hits_all_of_it),
        cmocka_unit_test(keeps_its_sets_apart),
        cmocka_unit_test(maps_a_way_apart_to_the_same_set),
        cmocka_unit_test(flushes_one_line),
        cmocka_unit_test(lru_always_misses_one_line_too_many),
        cmocka_unit_test(tree_always_misses_one_line_too_many),
        cmocka_unit_test(every_policy_finds_room_for_what_fits),
        cmocka_unit_test(lru_and_tree_differ_in_what_they_evict),
        cmocka_unit_test(trees_stand_in_lru_order),
        cmocka_unit_test(tree_follows_its_bits),
        cmocka_unit_test(policies_agree_where_they_must),
        cmocka_unit_test(random_misses_as_often_as_theory_says),
        cmocka_unit_test(random_depends_on_its_seed_alone),
        cmocka_unit_test(draws_have_their_mean_and_variance),
        cmocka_unit_test(no_noise_changes_nothing),
        cmocka_unit_test(jitter_is_relative),
        cmocka_unit_test(preemption_adds_to_few_samples),
        cmocka_unit_test(rulers_disagree_at_times),
        cmocka_unit_test(the_clock_ticks),
        cmocka_unit_test(a_chain_costs_what_the_level_costs_that_holds_it),
        cmocka_unit_test(what_repeats_itself_is_foretold_right),
        cmocka_unit_test(one_full_set_costs_its_own_misses),
        cmocka_unit_test(random_replacement_costs_its_steady_mean),
        cmocka_unit_test(samples_of_a_warm_chain_are_alike),
        cmocka_unit_test(the_lap_after_a_flush_is_cold),
        cmocka_unit_test(a_chain_never_sampled_can_be_flushed),
        cmocka_unit_test(levels_have_lines_of_their_own),
        cmocka_unit_test(memory_alone_is_a_machine_too),
        cmocka_unit_test(a_seed_gives_the_same_samples_again),
        cmocka_unit_test(rejected_samples_are_told),
        cmocka_unit_test(pages_are_fresh_and_aligned),
        cmocka_unit_test(a_coarse_clock_asks_for_long_samples),
        cmocka_unit_test(samples_take_their_time),
        cmocka_unit_test(long_samples_cost_what_their_loads_cost),
        cmocka_unit_test(chains_share_the_caches),
        cmocka_unit_test(bursts_are_timed_in_ns),
        cmocka_unit_test(chains_side_by_side_overlap),
        cmocka_unit_test(stores_are_timed_each),
        cmocka_unit_test(frames_decide_where_physical_indices_conflict),
        cmocka_unit_test(a_virtual_index_does_not_see_frames),
        cmocka_unit_test(promotion_mends_conflicts),
        cmocka_unit_test(translations_cost_what_misses_the_tlb),
        cmocka_unit_test(calls_that_are_not_predicted_show_misses),
        cmocka_unit_test(decoded_instructions_are_found_by_their_entry),
        cmocka_unit_test(preemption_evicts),
        cmocka_unit_test(a_neighbour_takes_its_share_of_the_last_level),
        cmocka_unit_test(a_thread_beside_takes_from_all_levels),
        cmocka_unit_test(a_change_of_frequency_is_seen_by_the_rulers),
        cmocka_unit_test(old_machines_cannot_flush),
    };
    return cmocka_run_group_tests_name("sim", tests, NULL, NULL);
}
