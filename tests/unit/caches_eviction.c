/* caches_eviction.c - eviction sets for a level behind the first, against the true page colours of
   the simulated machine. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../probes/eviction/colours_search.h"
#include "../../probes/eviction/opening.h"
#include "../../probes/eviction/verify.h"
#include "../sim/read.h"

#include <stdlib.h>
#include <string.h>

enum { BYTES = 16 << 20, PAGE = 4096, UNIT = 500 };

struct bench {
    struct sim_machine sim;
    struct machine *machine;
    struct units units;
    struct eviction eviction;
    struct colours colours;
};

/* Opens the zoo's machine NAME, with NOISE as its only noise. */
static void open_machine(struct bench *bench, const char *name, const struct noise *noise,
                         uint64_t seed) {
    memset(bench, 0, sizeof *bench);
    const char *source = getenv("srcdir");
    char path[1000], why[600];
    snprintf(path, sizeof path, "%s/tests/zoo/%s.machine", source != NULL ? source : ".", name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_true(machine_read(&bench->sim, file, path, why, sizeof why));
    fclose(file);
    bench->sim.noise = *noise;
    bench->machine = sim_open(&bench->sim, seed);
    assert_non_null(bench->machine);
    assert_true(units_draw(&bench->units, bench->machine, BYTES, true));
    bench->colours.units = &bench->units;
    bench->colours.eviction = &bench->eviction;
}

static void open_bench(struct bench *bench, const char *name) {
    open_machine(bench, name, &(struct noise){.jitter = 0}, 1);
    assert_true(eviction_open(&bench->eviction, &bench->units, 2));
}

/* Opens the same, with evictors between all places. */
static void open_between(struct bench *bench, const char *name) {
    open_bench(bench, name);
    assert_true(eviction_open_between(&bench->eviction));
}

static void close_bench(struct bench *bench) {
    units_release(&bench->units);
    machine_close(bench->machine);
}

/* Returns the true colour of a unit, of COLOURS. */
static size_t true_colour(const struct bench *bench, size_t unit, size_t colours) {
    const struct region *region = bench->units.pages.mapping;
    return (size_t)(region->frame[bench->units.at[unit] / PAGE] / PAGE) % colours;
}

/* Returns whether SET_SIZE units of UNIT's colour evict it. */
static bool evicted(struct bench *bench, size_t unit, size_t set_size, size_t colours) {
    size_t visited[64], count = 0;
    for (size_t other = unit + 1; count < set_size; other++)
        if (true_colour(bench, other, colours) == true_colour(bench, unit, colours))
            visited[count++] = other;
    return eviction_of(&bench->eviction, unit, visited, count);
}

/* The Athlon MP's first level has 64 KB and 2 ways, so that 8 classes of pages have two evictors
   each.  Its exclusive second level has 4 colours of 16 ways, replaced by a tree. */
static void an_exclusive_level_has_its_ways(void **state) {
    static struct bench bench;
    (void)state;
    open_between(&bench, "athlon_mp");
    assert_int_equal(bench.units.classes, 8);
    assert_int_equal(bench.units.each, 2);
    for (size_t unit = UNIT; unit < UNIT + 20; unit++) {
        assert_false(evicted(&bench, unit, 15, 4));
        assert_true(evicted(&bench, unit, 16, 4));
    }
    bench.colours.next = UNIT;
    assert_true(verify_evictors(&bench.colours));
    close_bench(&bench);
}

/* In the R4400's direct-mapped level, which is not exclusive, each evictor takes the place of units
   of its own colour, which would never be found. */
static void evictors_that_take_room_are_noticed(void **state) {
    static struct bench bench;
    (void)state;
    open_between(&bench, "direct_mapped");
    bench.colours.next = 10 * 256;
    assert_false(verify_evictors(&bench.colours));
    close_bench(&bench);
}

/* When few colours are known, some evictors are of a known colour, and others, which were open, get
   one.  No place may be in a chain twice, which would end its cycle early. */
static void nothing_is_visited_twice(void **state) {
    static struct bench bench;
    static bool there[BYTES / PAGE];
    struct colours *colours = &bench.colours;
    (void)state;
    open_bench(&bench, "busy");
    assert_true(colours_find(colours, 2));
    colours->open[colours->opens++] = 0;
    for (size_t colour = 1; colour <= colours->count; colour++)
        colours_enrich(colours, colour, bench.units.count);
    assert_true(colours->colour[0] > 0);
    while (colours->count > 1)
        colours_drop(colours, colours->colour[0] == 1 ? 2 : 1);
    assert_true(colours->closeds < bench.eviction.evictors);
    size_t visits = colours_visit(colours, colours->open, colours->opens);
    assert_true(visits > colours->closeds);
    for (size_t i = 0; i < visits; i++) {
        assert_false(there[colours->visited[i]]);
        there[colours->visited[i]] = true;
    }
    close_bench(&bench);
}

/* A colour is dropped, as if another thread had evicted each of its units while they were tested.
   When tested again they are not evicted, and become open. */
static void a_hidden_colour_is_noticed(void **state) {
    static struct bench bench;
    struct colours *colours = &bench.colours;
    (void)state;
    open_bench(&bench, "busy");
    assert_true(colours_find(colours, 2));
    assert_int_equal(colours_unproven(colours), 0);
    colours_drop(colours, 1);
    assert_true(colours_unproven(colours) > 0);
    assert_true(colours->opens > 0);
    close_bench(&bench);
}

/* A colour is dropped, and all its units seen so far have been assigned to other colours. */
static void a_colour_among_others_is_noticed(void **state) {
    static struct bench bench;
    static bool stray[BYTES / PAGE];
    struct colours *colours = &bench.colours;
    (void)state;
    open_bench(&bench, "busy");
    assert_true(colours_find(colours, 2));
    size_t seen = colours->next, strays = 0;
    colours_enrich(colours, 1, bench.units.count);
    for (size_t i = 0; i < bench.units.count; i++)
        stray[i] = colours->colour[i] == 1;
    colours_drop(colours, 1);
    colours->next = seen;
    for (size_t i = 0; i < bench.units.count; i++)
        colours->colour[i] = i >= seen  ? 0
                             : stray[i] ? 1 + strays++ % colours->count
                                        : colours->colour[i];
    assert_true(colours_unproven(colours) > 0);
    assert_true(colours->next > seen);
    close_bench(&bench);
}

/* Another thread at times walks columns of a matrix whose rows are as long as a way, and so evicts
   one colour only.  It evicts more while the measured chain misses, since misses take longer than
   hits. */
static void a_colour_that_is_taken_is_not_forgotten(void **state) {
    const struct noise noise = {
        .beside = 0.5, .taken = 10, .taken_pages = 8, .taken_apart = 64 << 10};
    static struct bench bench;
    static struct groups groups;
    size_t found = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        open_machine(&bench, "busy", &noise, seed);
        groups.colours = &bench.colours;
        groups.cycles_per_ns = bench.sim.ghz;
        if (eviction_open(&bench.eviction, &bench.units, 2) && verify_find(&groups, 2)) {
            assert_int_equal(bench.colours.count, 16);
            found++;
        }
        close_bench(&bench);
    }
    assert_true(found > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_exclusive_level_has_its_ways),
        cmocka_unit_test(evictors_that_take_room_are_noticed),
        cmocka_unit_test(nothing_is_visited_twice),
        cmocka_unit_test(a_hidden_colour_is_noticed),
        cmocka_unit_test(a_colour_among_others_is_noticed),
        cmocka_unit_test(a_colour_that_is_taken_is_not_forgotten),
    };
    return cmocka_run_group_tests_name("caches_eviction", tests, NULL, NULL);
}
