/* sim_prefetch.c - which lines each simulated prefetcher fetches after a load. */
#include "sim_parts.h"

#include <stdlib.h>

struct station {
    struct hierarchy hierarchy;
    struct frames frames;
    struct region *region;
    struct sim_prefetcher description;
    struct prefetcher prefetcher;
};

static struct sim_level large[2] = {{.cache = {.bytes = 4 * KB, .ways = 4, .line = 64}},
                                    {.cache = {.bytes = 64 * KB, .ways = 8, .line = 64}}};

static struct station *open_station(enum prefetch_kind kind, size_t depth) {
    static struct station station;
    station.region = draw(FRAMES_SCATTERED, 4096, false, &station.frames);
    station.description = (struct sim_prefetcher){kind, 1, depth};
    station.prefetcher = (struct prefetcher){.description = &station.description};
    assert_true(hierarchy_open(&station.hierarchy, large, 2, &MEMORY, 1));
    return &station;
}

static void close_station(struct station *station) {
    frames_close(&station->frames);
    hierarchy_close(&station->hierarchy);
}

static void load(struct station *station, uint64_t offset) {
    struct place place = region_place(station->region, offset);
    struct loaded loaded = {station->region, offset,
                            hierarchy_fetch(&station->hierarchy, 0, &place)};
    prefetch_after(&station->prefetcher, &station->hierarchy, &loaded);
}

static int came(const struct station *station, uint64_t offset) {
    struct place place = region_place(station->region, offset);
    assert_false(cache_holds(station->hierarchy.cache[0], &place));
    return cache_holds(station->hierarchy.cache[1], &place);
}

static void the_next_line_comes(void **state) {
    (void)state;
    struct station *station = open_station(PREFETCH_NEXT, 2);
    load(station, 512);
    assert_true(came(station, 576) && came(station, 640));
    assert_false(came(station, 704) || came(station, 448));
    load(station, 4096 - 128);
    assert_true(came(station, 4096 - 64));
    assert_false(came(station, 4096)); /* on another page */
    close_station(station);
}

static void the_pair_comes(void **state) {
    (void)state;
    struct station *station = open_station(PREFETCH_PAIR, 1);
    load(station, 512);
    load(station, 1088);
    assert_true(came(station, 576) && came(station, 1024));
    assert_false(came(station, 448) || came(station, 1152));
    close_station(station);
}

static void strides_are_followed(void **state) {
    (void)state;
    struct station *station = open_station(PREFETCH_STRIDE, 2);
    load(station, 0);
    load(station, 8192); /* a stream of another page */
    load(station, 192);
    assert_false(came(station, 384));
    load(station, 384);
    assert_true(came(station, 576) && came(station, 768));
    assert_false(came(station, 960));
    load(station, 3840); /* not at the stride */
    assert_false(came(station, 3840 - 64));
    close_station(station);
}

/* A line has two pointers.  When one is loaded, the line to which the other points is fetched. */
static void pointers_are_followed(void **state) {
    (void)state;
    struct station *station = open_station(PREFETCH_POINTER, 1);
    station->region->content = calloc(4 * MB / 8, sizeof(uint32_t));
    assert_non_null(station->region->content);
    station->region->content[512 / 8] = 8192 + 1;
    station->region->content[528 / 8] = 1048576 + 1;
    load(station, 512);
    assert_true(came(station, 1048576));
    assert_false(came(station, 8192));
    close_station(station);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_next_line_comes),
        cmocka_unit_test(the_pair_comes),
        cmocka_unit_test(strides_are_followed),
        cmocka_unit_test(pointers_are_followed),
    };
    return cmocka_run_group_tests_name("sim_prefetch", tests, NULL, NULL);
}
