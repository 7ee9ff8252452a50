/* caches_made_levels.c - the levels of curves that are made from known levels, each with one effect
   that could add or hide a level: noise, gaps, TLBs, smeared edges, contention. */
#include "../helper.h"

#include "caches_curve.h"

#include "../sim/zoo.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

extern const struct method levels_method, mixture_method;

/* ---- made curves ---- */

static void made_levels_are_found(void **state) {
    static const struct {
        double size[5], cost[6];
        const char *levels, *last, *size_of_last;
    } made[] = {
        {{32768, 262144, 8388608}, {4, 12, 40, 200}, "3", "l3_size", "8388608"},
        {{16384}, {2, 60}, "1", "l1_size", "16384"},
        {{32768, 1 << 20, 1 << 22, 1 << 25}, {4, 12, 40, 90, 300}, "4", "l4_size", "33554432"},
        /* A level of twice the size of the one before it is too narrow to be certain. */
        {{65536, 131072}, {3, 15, 180}, "unknown", "l2_size", "unknown"},
        /* Memory that costs hardly more than the level in front: embedded DRAM, or TLB misses? */
        {{32768, 262144, 1 << 21, 1 << 25}, {4, 12, 42, 95, 148}, "unknown", "l4_size", "unknown"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof made / sizeof made[0]; i++) {
        double bytes[POINTS], latency[POINTS];
        make(bytes, latency, made[i].size, made[i].cost);
        char *output = run_curve(&levels_method, "bytes cycles", bytes, latency, POINTS, USUAL);
        assert_string_equal(answer_of(output, "cache_levels"), made[i].levels);
        assert_string_equal(answer_of(output, made[i].last), made[i].size_of_last);
        free(output);
    }
}

/* Returns the part of BYTES that a level of SIZE holds if pages are scattered over its colours: all
   of half its size, nothing of twice its size. */
static double held(double size, double bytes) {
    return fmin(fmax((1 - log2(bytes / size)) / 2, 0), 1);
}

/* Two levels without a plateau between their smeared edges must not be reported as one. */
static void two_smeared_edges_are_not_one(void **state) {
    static const double third[] = {0, 3 << 19};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        double bytes[POINTS], latency[POINTS];
        for (size_t k = 0; k < POINTS; k++) {
            bytes[k] = floor(1024 * pow(2, (double)k / 4) + 0.5);
            double near = held(1 << 20, bytes[k]), any = fmax(near, held(third[i] + 1, bytes[k]));
            latency[k] = bytes[k] <= 32768 ? 4 : 14 * near + 80 * (any - near) + 330 * (1 - any);
        }
        char *output = run_curve(&levels_method, "bytes cycles", bytes, latency, POINTS, USUAL);
        assert_string_equal(answer_of(output, "cache_levels"), i == 0 ? "2" : "unknown");
        free(output);
    }
}

/* One slow point in ten does not matter, but a single point that is far too fast makes all
   unknown. */
static void noise_is_slow(void **state) {
    static const double size[] = {32768, 262144, 8388608, 0}, cost[] = {4, 12, 40, 200};
    double bytes[POINTS], latency[POINTS];
    uint64_t seed = 42;
    (void)state;
    make(bytes, latency, size, cost);
    for (size_t i = 0; i < POINTS - 1; i++)
        latency[i] *= 1 + 0.01 * (double)chance(&seed, 100) / 100;
    for (size_t i = 5; i < POINTS - 1; i += 10)
        latency[i] *= 3;
    char *output = run_curve(&levels_method, "bytes cycles", bytes, latency, POINTS, USUAL);
    assert_string_equal(answer_of(output, "cache_levels"), "3");
    assert_string_equal(answer_of(output, "l2_size"), "262144");
    free(output);
    latency[POINTS - 1] = 4;
    output = run_curve(&levels_method, "bytes cycles", bytes, latency, POINTS, USUAL);
    assert_string_equal(answer_of(output, "cache_levels"), "unknown");
    free(output);
}

/* If a curve ends inside the last cache, that cache must not be reported as memory: flushed places
   show that memory is slower. */
static void flushed_places_tell_memory(void **state) {
    static const double size[] = {32768, 262144, 0}, cost[] = {4, 12, 40};
    double bytes[POINTS], latency[POINTS], cell[POINTS][4];
    struct table table = {.rows = POINTS,
                          .columns = 4,
                          .column = {"bytes", "cycles", "ns", "flushed"},
                          .cell = &cell[0][0]};
    (void)state;
    make(bytes, latency, size, cost);
    for (size_t flushed = 45; flushed <= 200; flushed += 155) {
        for (size_t i = 0; i < POINTS; i++) {
            double row[] = {bytes[i], latency[i], latency[i] / 2, (double)flushed};
            memcpy(cell[i], row, sizeof row);
        }
        char *output = run_table(&levels_method, &table, USUAL);
        bool memory = flushed == 45;
        assert_string_equal(answer_of(output, "cache_levels"), memory ? "2" : "unknown");
        assert_string_equal(answer_of(output, "mem_latency_ns"), memory ? "23" : "unknown");
        assert_string_equal(answer_of(output, "l3_latency"), memory ? "" : "40");
        assert_string_equal(answer_of(output, "l3_size"), memory ? "" : "unknown");
        free(output);
    }
}

/* An edge as wide as an octave or more could hide a level, so nothing behind it is numbered. */
static void a_gap_could_hide_a_level(void **state) {
    static const double size[] = {32768, 0}, cost[] = {4, 300};
    double bytes[POINTS], latency[POINTS];
    (void)state;
    make(bytes, latency, size, cost);
    for (size_t i = 0; i < POINTS; i++)
        if (bytes[i] > 32768 && bytes[i] < 1 << 20)
            latency[i] = 4 * pow(300.0 / 4, log2(bytes[i] / 32768) / 5);
    char *output = run_curve(&levels_method, "bytes cycles", bytes, latency, POINTS, USUAL);
    assert_string_equal(answer_of(output, "cache_levels"), "unknown");
    assert_string_equal(answer_of(output, "l1_latency"), "4");
    assert_string_equal(answer_of(output, "l2_size"), "unknown");
    assert_string_equal(answer_of(output, "mem_latency"), "unknown");
    free(output);
}

/* Checks two made levels followed by a recorded TAIL, ROWS of MB and cycles.  Flushed places cost
   as much as its last row. */
static void check_tail(const double *size, const double *cost, const double (*tail)[2], size_t rows,
                       const char *levels, const char *l2_latency) {
    double bytes[POINTS], latency[POINTS], cell[POINTS][4], flushed = tail[rows - 1][1];
    size_t n = 0;
    make(bytes, latency, size, cost);
    while (bytes[n] < tail[0][0] * (1 << 20))
        n++;
    for (size_t i = 0; i < n + rows; i++) {
        double at = i < n ? bytes[i] : tail[i - n][0] * (1 << 20);
        double cycles = i < n ? latency[i] : tail[i - n][1], row[] = {at, cycles, cycles, flushed};
        memcpy(cell[i], row, sizeof row);
    }
    struct table table = {.rows = n + rows,
                          .columns = 4,
                          .column = {"bytes", "cycles", "ns", "flushed"},
                          .cell = &cell[0][0]};
    char *output = run_table(&levels_method, &table, USUAL);
    assert_string_equal(answer_of(output, "cache_levels"), levels);
    assert_string_equal(answer_of(output, "l2_latency"), l2_latency);
    free(output);
}

/* Checks an edge from 14 cycles at 1 MB to 300 at 4 MB, smeared by scattered pages.  Single loads
   there that a cache served cost 14 cycles, or more and more up to SLOW; the plateau in front of
   the edge climbs to FIRST. */
static void check_single(double slow, double first, const char *levels) {
    static const double size[] = {32768, 1 << 20, 0}, cost[] = {4, 14, 300};
    double bytes[POINTS], latency[POINTS], cell[POINTS][5];
    make(bytes, latency, size, cost);
    for (size_t i = 0; i < POINTS; i++) {
        double climbed = fmin(fmax(log2(bytes[i] / (1 << 20)) / 2, 0), 1);
        bool second = latency[i] > 4 && bytes[i] <= 1 << 20;
        if (second && first > 0)
            latency[i] = 14 + (first - 14) * log2(bytes[i] / 32768) / 5;
        if (bytes[i] > 1 << 20)
            latency[i] = 14 + 286 * pow(climbed, 3);
        double cached = second ? 14 : bytes[i] < 1 << 20 ? 4 : 14 + (slow - 14) * climbed;
        double row[] = {bytes[i], latency[i], latency[i], 300, climbed < 1 ? cached : 300};
        memcpy(cell[i], row, sizeof row);
    }
    struct table table = {.rows = POINTS,
                          .columns = 5,
                          .column = {"bytes", "cycles", "ns", "flushed", "cached"},
                          .cell = &cell[0][0]};
    char *output = run_table(&levels_method, &table, USUAL);
    assert_string_equal(answer_of(output, "cache_levels"), levels);
    free(output);
}

/* If the mean of single loads is possible only with these two levels, there is no level between. */
static void single_loads_tell_what_a_mean_hides(void **state) {
    (void)state;
    check_single(14, 0, "2");
    check_single(40, 0, "unknown");
    check_single(14, 26, "unknown");
}

/* All single loads were disturbed, even in front of the edge, which hides a third level of 40
   cycles (tests/zoo/busy with a third level of 1 MB). */
static void disturbed_single_loads_tell_nothing(void **state) {
    static const double K = 1024,
                        rows[][3] = {
                            {4, 4.0, 10},     {5.6, 4.0, 40},   {8, 4.0, 196},    {11, 4.0, 120},
                            {16, 3.9, 233},   {23, 4.0, 238},   {32, 3.9, 123},   {40, 11.6, 233},
                            {48, 11.8, 108},  {56, 11.8, 171},  {64, 12.0, 101},  {80, 12.1, 238},
                            {96, 17.7, 122},  {112, 16.9, 107}, {128, 16.3, 236}, {160, 19.3, 127},
                            {192, 21.6, 236}, {224, 26.1, 235}, {256, 27.4, 238}, {320, 28.9, 236},
                            {384, 35.8, 193}, {448, 36.1, 235}, {512, 38.0, 238}, {640, 39.5, 124},
                            {768, 79.0, 122}, {896, 157, 235},  {1024, 153, 129}, {1280, 200, 238},
                            {1536, 236, 132}, {1792, 241, 235}, {2048, 242, 132}, {2560, 243, 236},
                            {3072, 243, 211}, {4096, 243, 236}};
    enum { ROWS = sizeof rows / sizeof rows[0] };
    double cell[ROWS][5];
    (void)state;
    for (size_t i = 0; i < ROWS; i++) {
        double row[] = {rows[i][0] * K, rows[i][1], rows[i][1] / 3, 240, rows[i][2]};
        memcpy(cell[i], row, sizeof row);
    }
    struct table table = {.rows = ROWS,
                          .columns = 5,
                          .column = {"bytes", "cycles", "ns", "flushed", "cached"},
                          .cell = &cell[0][0]};
    char *output = run_table(&levels_method, &table, USUAL);
    assert_string_equal(answer_of(output, "cache_levels"), "unknown");
    free(output);
}

/* Beyond the 32 MB of the last level that one thread gets, the level still serves as many bytes.
   An octave of that bends as a plateau might, but is no level (Zen 5, recorded from 24 MB on). */
static void a_level_that_serves_on_is_one(void **state) {
    static const double size[] = {49152, 1 << 20, 0}, cost[] = {4, 14, 51},
                        tail[][2] = {{24, 54.6},  {32, 82.8},   {48, 301.1},  {64, 359.2},
                                     {96, 440.5}, {128, 555.8}, {192, 617.7}, {256, 603.0}};
    (void)state;
    check_tail(size, cost, tail, sizeof tail / sizeof tail[0], "unknown", "14");
}

/* A hashed third level of 8 MB is behind one of 3 MB, in scattered pages.  Neither leaves a
   plateau, and the curve still climbs where memory's plateau seems to begin (tests/zoo/apple, from
   2 MB on). */
static void what_is_behind_an_edge_has_settled(void **state) {
    static const double size[] = {131072, 3 << 20, 0}, cost[] = {3, 18, 110},
                        tail[][2] = {{2, 35.3},   {2.5, 34.7}, {3, 54.5},   {3.5, 88.0},
                                     {4, 99.9},   {5, 120.2},  {6, 141.9},  {7, 163.3},
                                     {8, 191.3},  {10, 285.4}, {12, 321.3}, {14, 328.0},
                                     {16, 329.8}, {24, 331.0}};
    (void)state;
    check_tail(size, cost, tail, sizeof tail / sizeof tail[0], "unknown", "18");
}

/* Here memory's plateau does begin while the curve climbs (tests/zoo/ice_lake, from 5 MB on). */
static void memory_begins_on_the_way(void **state) {
    static const double size[] = {49152, 5 << 18, 0}, cost[] = {5, 14, 70},
                        tail[][2] = {{5, 70.7},   {6, 99.9},   {7, 144.8},  {8, 213.1}, {10, 270.7},
                                     {12, 279.8}, {14, 280.0}, {16, 280.0}, {24, 280.0}};
    (void)state;
    check_tail(size, cost, tail, sizeof tail / sizeof tail[0], "3", "14");
}

/* Two points on the way to memory were far too fast; there is no level between them. */
static void a_healed_plateau_is_no_level(void **state) {
    static const double size[] = {32768, 1 << 20, 1 << 24, 0}, cost[] = {4, 14, 60, 1400};
    double bytes[POINTS], latency[POINTS];
    (void)state;
    for (int slow = 0; slow < 2; slow++) {
        make(bytes, latency, size, cost);
        for (size_t i = 0; i < POINTS; i++)
            if (bytes[i] > 1 << 24 && bytes[i] <= 1 << 26)
                latency[i] = slow && i % 6 != 0 ? 830 : 420;
        char *output = run_curve(&levels_method, "bytes cycles", bytes, latency, POINTS, USUAL);
        assert_string_equal(answer_of(output, "cache_levels"), slow ? "unknown" : "4");
        assert_string_equal(answer_of(output, "l2_latency"), "14");
        free(output);
    }
}

/* The misses of a TLB with a reach of 256 KB cost more than hits of the second level.  Their cost
   keeps rising, and is not a level. */
static void a_tlb_is_no_level(void **state) {
    static const double size[] = {32768, 1 << 21, 1 << 25, 0}, cost[] = {4, 14, 70, 300};
    double bytes[POINTS], latency[POINTS];
    (void)state;
    for (int walk = 0; walk <= 28; walk += 4) {
        make(bytes, latency, size, cost);
        for (size_t i = 0; i < POINTS; i++)
            latency[i] += walk * fmax(1 - (1 << 18) / bytes[i], 0);
        char *output = run_curve(&levels_method, "bytes cycles", bytes, latency, POINTS, USUAL);
        const char *levels = answer_of(output, "cache_levels");
        if (walk <= 8 || strcmp(levels, "unknown") != 0)
            assert_string_equal(levels, "3");
        free(output);
    }
}

/* Checks three levels with two more columns: flushed places, and single loads that a cache
   served. */
static void check_cached(const double *latency, const double *cached, const char *levels) {
    static const double size[] = {49152, 1 << 21, 1 << 24, 0}, cost[] = {5, 16, 110, 400};
    double bytes[POINTS], made[POINTS], cell[POINTS][5];
    make(bytes, made, size, cost);
    for (size_t i = 0; i < POINTS; i++) {
        size_t level = 0;
        while (level < 3 && made[i] > cost[level])
            level++;
        bool ends = bytes[i] > 1 << 19 && bytes[i] <= 1 << 21;
        double cycles = ends ? latency[(size_t)(4 * log2(bytes[i]) + 0.5) - 77] : made[i];
        double row[] = {bytes[i], cycles, cycles, 400, cached[level]};
        memcpy(cell[i], row, sizeof row);
    }
    struct table table = {.rows = POINTS,
                          .columns = 5,
                          .column = {"bytes", "cycles", "ns", "flushed", "cached"},
                          .cell = &cell[0][0]};
    char *output = run_table(&levels_method, &table, USUAL);
    assert_string_equal(answer_of(output, "cache_levels"), levels);
    free(output);
}

/* With scattered pages the last points of a plateau belong to the edge, and do not make two levels
   of it; half an octave that costs more does. */
static void a_plateau_may_end_in_its_edge(void **state) {
    static const double cached[] = {5, 16, 110, 400}, edge[] = {18, 19, 20, 20, 21, 21, 22, 25},
                        level[] = {26, 26, 26, 26, 26, 26, 26, 26};
    (void)state;
    check_cached(edge, cached, "3");
    check_cached(level, cached, "unknown");
}

/* If a single load seems cheaper than a hit in the first level, the others are too cheap as
   well. */
static void single_loads_may_be_biased(void **state) {
    static const double flat[] = {16, 16, 16, 16, 16, 16, 16, 16}, biased[] = {0.001, 8, 102, 400},
                        shared[] = {5, 5, 110, 400};
    (void)state;
    check_cached(flat, biased, "3");
    check_cached(flat, shared, "unknown");
}

/* ---- the sweep ---- */

sweep sweep_levels;

/* Measures a Zen 2 whose last level other load delays for the first US microseconds. */
static void find_levels_contended(double us, char *value, size_t size) {
    struct sim_machine sim;
    zoo_read("zen2", &sim);
    sim.noise.contended = 40;
    sim.noise.contended_us = us;
    struct run run = run_sweep(sweep_levels, &levels_method, &sim, 1);
    run_answer(run.output, "cache_levels", value, size);
    run_free(&run);
}

/* Only the first layout measures all sizes.  Other load that stops after it must not make a level
   of what only that layout saw. */
static void who_leaves_is_no_level(void **state) {
    char value[40];
    (void)state;
    for (double us = 8000; us <= 14000; us += 2000) {
        find_levels_contended(us, value, sizeof value);
        assert_string_equal(value, "3");
    }
}

/* The same for other load that stays for the whole sweep, or until a layout is repeated. */
static void who_leaves_late_is_no_level(void **state) {
    static const double late[] = {26000, 40000, 56000};
    char value[40];
    (void)state;
    for (size_t i = 0; i < sizeof late / sizeof *late; i++) {
        find_levels_contended(late[i], value, sizeof value);
        if (strcmp(value, "unknown") != 0)
            assert_string_equal(value, "3");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(made_levels_are_found),
        cmocka_unit_test(two_smeared_edges_are_not_one),
        cmocka_unit_test(noise_is_slow),
        cmocka_unit_test(flushed_places_tell_memory),
        cmocka_unit_test(a_gap_could_hide_a_level),
        cmocka_unit_test(single_loads_tell_what_a_mean_hides),
        cmocka_unit_test(disturbed_single_loads_tell_nothing),
        cmocka_unit_test(a_level_that_serves_on_is_one),
        cmocka_unit_test(what_is_behind_an_edge_has_settled),
        cmocka_unit_test(memory_begins_on_the_way),
        cmocka_unit_test(a_healed_plateau_is_no_level),
        cmocka_unit_test(a_tlb_is_no_level),
        cmocka_unit_test(a_plateau_may_end_in_its_edge),
        cmocka_unit_test(single_loads_may_be_biased),
        cmocka_unit_test(who_leaves_is_no_level),
        cmocka_unit_test(who_leaves_late_is_no_level),
    };
    return cmocka_run_group_tests_name("caches_made_levels", tests, NULL, NULL);
}
