/* sim_parts.h - places, caches of one set and regions of pages, for tests of the simulator's
   parts. */
#ifndef UNIT_SIM_PARTS_H
#define UNIT_SIM_PARTS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../sim/core.h"

#include <math.h>

enum { KB = 1024, MB = 1024 * KB, LINE = 64 };

static const struct sim_memory MEMORY = {.cycles = 100, .store = 30, .in_flight = 5};

static inline struct place at(uint64_t address) {
    return (struct place){address, address};
}

static inline int near(double value, double expected, double tolerance) {
    return fabs(value - expected) <= tolerance;
}

static inline struct cache *one_set(size_t ways, const char *policy) {
    struct cache_geometry geometry = {.bytes = ways * LINE, .ways = ways, .line = LINE};
    assert_true(policy_named(policy, &geometry.policy));
    struct cache *cache = cache_create(&geometry, 1);
    assert_non_null(cache);
    return cache;
}

static inline struct region *draw(enum frames_kind kind, size_t page, bool huge,
                                  struct frames *frames) {
    struct sim_pages pages = {.bytes = page, .frames = kind, .after = 100, .colours = 1};
    *frames = frames_open(&pages, 5);
    struct region *region = frames_draw(frames, 4 * MB, huge, 1000);
    assert_non_null(region);
    return region;
}

#endif
