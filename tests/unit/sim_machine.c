/* sim_machine.c - the functions of probes/machine on the simulated machine: seeds, pages, clocks,
   bursts, stores, translations and calls of code. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sim_bench.h"

#include "../../probes/machine/calls.h"

#include <math.h>

/* ---- noise ---- */

enum { DRAWS = 200000 };

/* ---- seeds, pages and limits ---- */

/* Takes twenty samples of a chain on a noisy machine with random replacement. */
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

/* ---- the other functions of probes/machine ---- */

static const struct sim_machine *with_pages(size_t page, enum frames_kind kind) {
    static struct sim_machine sim;
    sim = PLAIN;
    sim.pages.bytes = page;
    sim.pages.frames = kind;
    return &sim;
}

/* A long sample, whose further laps are assumed equal to the first ones, costs as much as its
   loads. */
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

/* A walk of one chain evicts another's lines. */
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
    /* two of four ways in each set: under LRU enough to miss all of them */
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

/* Returns the cost of a load of COUNT chains of LENGTH places each, all in different sets. */
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

/* A round costs one miss until there are more misses than can be in flight. */
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

/* The time of a burst of COUNT loads, each of another line. */
static double time_of_burst(const struct sim_machine *sim, size_t count) {
    struct bench bench = bench_of(sim, 1);
    link_places(&bench, 4 * AT_ONCE_MOST, 128);
    double ns = chain_at_once(bench.machine, &bench.chain, 7, count, count);
    double several = chain_at_once(bench.machine, &bench.chain, 0, 4 * count, count);
    assert_true(sim->no_flush || near(several, 4 * ns, 1e-6));
    machine_close(bench.machine);
    return ns;
}

/* A miss waits for a buffer or for room in the load queue, and each line for the bus. */
static void a_burst_waits_for_buffers(void **state) {
    (void)state;
    struct sim_machine sim = PLAIN;
    for (size_t count = 1; count <= AT_ONCE_MOST; count++)
        assert_true(near(time_of_burst(&sim, count), 80. * (double)((count + 9) / 10), 1e-6));
    sim.memory.read = 16;
    assert_true(near(time_of_burst(&sim, 10), 80 + 9 * 1.6, 1e-6));
    assert_true(near(time_of_burst(&sim, 11), 160, 1e-6));
    assert_true(near(time_of_burst(&sim, 12), 160 + 1.6, 1e-6));
    sim.execute.load_queue = 4;
    assert_true(near(time_of_burst(&sim, 5), 160, 1e-6));
    sim.no_flush = true;
    assert_false(is_measured(time_of_burst(&sim, 1)));
}

static void stores_are_timed_each(void **state) {
    (void)state;
    struct bench bench = bench_of(&PLAIN, 1);
    struct timing timing;
    link_places(&bench, 32, 64);
    assert_true(chain_store(bench.machine, &bench.chain, 4, &timing));
    assert_true(near(timing.cycles, 1, 1e-9));
    link_places(&bench, 256, 64); /* each is fetched from the second level; one is written back */
    assert_true(chain_store(bench.machine, &bench.chain, 10, &timing));
    assert_true(near(timing.cycles, 14 / 10. + 3, 1e-9));
    machine_close(bench.machine);
}

/* A physically indexed level uses the frames' addresses: 64 pages of a 128 KB way, each in one of
   its colours, fit only if their frames have different colours. */
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

/* Places that conflict in small pages do not in huge ones. */
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

/* Returns the cost of the third call of each of LINES lines STRIDE bytes apart, called in order and
   entered at the begin or, with ANYWHERE, at one of eight places.  The loop's lines are
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

/* 2 cycles for a call, 3 to decode, and 11 for the misprediction. */
static void calls_that_are_not_predicted_show_misses(void **state) {
    (void)state;
    struct sim_machine sim = PLAIN;
    sim.execute.miss = 11;
    sim.code = geometry_of(8 * KB, 2, 64, POLICY_LRU);
    assert_true(near(call_cost(&sim, 2, 4096, false), 2, 1));
    assert_true(near(call_cost(&sim, 3, 4096, false), 2, 1)); /* fetched ahead */
    assert_true(call_cost(&sim, 2, 4096, true) < 2 + 3 + 11 + 0.5);
    assert_true(call_cost(&sim, 2, 4096, true) > 14);
    assert_true(call_cost(&sim, 3, 4096, true) > 14 + 3); /* the first level holds all lines */
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_seed_gives_the_same_samples_again),
        cmocka_unit_test(rejected_samples_are_told),
        cmocka_unit_test(pages_are_fresh_and_aligned),
        cmocka_unit_test(a_coarse_clock_asks_for_long_samples),
        cmocka_unit_test(samples_take_their_time),
        cmocka_unit_test(long_samples_cost_what_their_loads_cost),
        cmocka_unit_test(chains_share_the_caches),
        cmocka_unit_test(bursts_are_timed_in_ns),
        cmocka_unit_test(chains_side_by_side_overlap),
        cmocka_unit_test(a_burst_waits_for_buffers),
        cmocka_unit_test(stores_are_timed_each),
        cmocka_unit_test(frames_decide_where_physical_indices_conflict),
        cmocka_unit_test(a_virtual_index_does_not_see_frames),
        cmocka_unit_test(promotion_mends_conflicts),
        cmocka_unit_test(translations_cost_what_misses_the_tlb),
        cmocka_unit_test(calls_that_are_not_predicted_show_misses),
        cmocka_unit_test(decoded_instructions_are_found_by_their_entry),
    };
    return cmocka_run_group_tests_name("sim_machine", tests, NULL, NULL);
}
