/* sim_bench.h - a small simulated machine with three levels, and chains on it whose cost is
   known. */
#ifndef UNIT_SIM_BENCH_H
#define UNIT_SIM_BENCH_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../sim/sim.h"

#include <math.h>

static const size_t WAYS[] = {1, 2, 3, 4, 6, 8, 12, 16, 20, 64};
enum { WAYS_COUNT = sizeof WAYS / sizeof *WAYS, LINE = 64 };

/* Standard deviations that a right result with a fixed seed does not exceed. */
static const double DEVIATIONS = 4.5;

static inline int near(double value, double expected, double tolerance) {
    return fabs(value - expected) <= tolerance;
}

static inline struct cache_geometry geometry_of(size_t bytes, size_t ways, size_t line,
                                                enum policy_kind kind) {
    return (struct cache_geometry){
        .bytes = bytes, .ways = ways, .line = line, .policy = {.kind = kind}};
}

enum { KB = 1024, MB = 1024 * KB };

/* Levels of 4, 14 and 50 cycles, and memory of 200, so that costs show where loads hit. */
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

static inline struct bench bench_of(const struct sim_machine *sim, uint64_t seed) {
    struct bench bench;
    bench.machine = sim_open(sim, seed);
    assert_non_null(bench.machine);
    assert_true(pages_draw(bench.machine, &bench.pages, 2 * MB, PAGES_SMALL));
    return bench;
}

static inline void link_places(struct bench *bench, size_t count, size_t stride) {
    for (size_t i = 0; i < count; i++)
        bench->order[i] = i * stride;
    chain_link(bench->machine, &bench->chain, &bench->pages, bench->order, count);
}

static inline double sample(struct bench *bench, size_t loads) {
    struct timing timing;
    assert_true(chain_sample(bench->machine, &bench->chain, loads, &timing));
    assert_true(near(timing.ns * 2.5, timing.cycles, 1e-9 * timing.cycles));
    return timing.cycles;
}

static inline double cost(struct bench *bench, size_t count, size_t stride) {
    link_places(bench, count, stride);
    chain_walk(bench->machine, &bench->chain, WARM_LAPS * count);
    return sample(bench, 1000 * count);
}

#endif
