/* code_front_end.c - the capacity of the cache of decoded instructions, and of the branch target
   buffers. */
#include "../helper.h"

#include "../sim/run.h"
#include "../sim/zoo.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

extern const struct method btb_method, decoded_method;

sweep sweep_decoded, sweep_jumps;

/* Returns the value, or 0 if it is unknown. */
static double measure(sweep *run, const struct method *method, const char *name,
                      const struct sim_machine *sim) {
    char value[40];
    struct run result = run_sweep(run, method, sim, 1);
    run_answer(result.output, name, value, sizeof value);
    assert_true(value[0] != '\0');
    run_free(&result);
    return strcmp(value, "unknown") == 0 ? 0 : strtod(value, NULL);
}

/* ---- decoded instructions ---- */

static double operations_of(struct sim_decoded decoded) {
    struct sim_machine sim;
    zoo_read("zen4", &sim);
    sim.decoded = decoded;
    return measure(sweep_decoded, &decoded_method, "uop_cache_uops", &sim);
}

/* A trace cache, and caches as in Zen 4, Zen 2, Golden Cove and Ice Lake. */
static void all_kinds_are_within_seven_percent(void **state) {
    static const struct sim_decoded cache[] = {
        {2048, 8, 16, true, 6, 3, 1, 16}, {768, 12, 64, false, 9, 6, 4, 32},
        {512, 8, 64, false, 8, 5, 4, 32}, {512, 8, 64, false, 8, 8, 4, 32},
        {384, 8, 32, false, 6, 5, 4, 16},
    };
    (void)state;
    for (size_t i = 0; i < first_of(2, sizeof cache / sizeof *cache); i++) {
        double right = (double)(cache[i].entries * cache[i].operations);
        double found = operations_of(cache[i]);
        if (fabs(found - right) > 0.07 * right)
            fprintf(stderr, "%.0f operations for %.0f\n", found, right);
        assert_true(fabs(found - right) <= 0.07 * right);
    }
}

/* The cache does not show if the decoders are as fast, or if an entry holds more operations than
   any line has.  Skylake's decoders are nearly as fast on lines denser than those that fill its
   entries. */
static void what_does_not_show_is_unknown(void **state) {
    (void)state;
    assert_true(operations_of((struct sim_decoded){512, 8, 64, false, 8, 4, 4, 64}) < 1);
    assert_true(operations_of((struct sim_decoded){512, 8, 64, false, 20, 6, 4, 32}) < 1);
    assert_true(operations_of((struct sim_decoded){256, 8, 32, false, 6, 4, 4, 16}) < 1);
    assert_true(operations_of((struct sim_decoded){0, 0, 64, false, 0, 4, 4, 16}) < 1);
}

/* ---- branches ---- */

static double branches_of(const struct sim_btb *btb, size_t btbs) {
    struct sim_machine sim;
    zoo_read("zen4", &sim);
    memcpy(sim.btb, btb, btbs * sizeof *btb);
    sim.btbs = btbs;
    return measure(sweep_jumps, &btb_method, "btb_entries", &sim);
}

/* Only make check-zoo runs what takes as long as this. */
static void skip_usually(void) {
    if (first_of(0, 1) == 0)
        skip();
}

static bool is_near(double found, double right) {
    bool near = found >= right / 1.19 && found <= right * 1.19;
    if (!near)
        fprintf(stderr, "%.0f branches for %.0f\n", found, right);
    return near;
}

/* One level, or several, of which the last one counts. */
static void branches_of_all_levels_are_counted(void **state) {
    static const struct {
        struct sim_btb btb[2];
        size_t btbs;
    } kept[] = {
        {{{.entries = 4096, .ways = 4, .window = 16, .miss = 8}}, 1},
        {{{.entries = 512, .ways = 8, .window = 16},
          {.entries = 6656, .ways = 4, .window = 32, .bubble = 4, .miss = 12}},
         2},
        {{{.entries = 512, .ways = 4, .window = 16, .miss = 8}}, 1},
        {{{.entries = 128, .ways = 4, .window = 16},
          {.entries = 4096, .ways = 4, .window = 32, .bubble = 1, .miss = 8}},
         2},
        {{{.entries = 5120, .ways = 5, .window = 32},
          {.entries = 12288, .ways = 6, .window = 32, .bubble = 2, .miss = 14}},
         2},
    };
    (void)state;
    for (size_t i = 0; i < first_of(1, sizeof kept / sizeof *kept); i++)
        assert_true(is_near(branches_of(kept[i].btb, kept[i].btbs),
                            (double)kept[i].btb[kept[i].btbs - 1].entries));
}

/* Some entries have too few bits for a target on another page, and others are for such targets
   only, as measured on Zen 3, and in other proportions.  Jumps of one kind fill only a part of
   them. */
static void entries_of_both_kinds_are_counted(void **state) {
    static const struct {
        size_t near, ways, far, far_ways;
    } part[] = {{4096, 8, 2560, 5}, {5120, 10, 1024, 4}};
    (void)state;
    for (size_t i = 0; i < first_of(1, sizeof part / sizeof *part); i++) {
        struct sim_btb btb[] = {{.entries = 1024, .ways = 8, .window = 32, .bubble = 1},
                                {.entries = part[i].near,
                                 .ways = part[i].ways,
                                 .window = 64,
                                 .bubble = 3,
                                 .miss = 13,
                                 .far = part[i].far,
                                 .far_ways = part[i].far_ways}};
        assert_true(is_near(branches_of(btb, 2), (double)(part[i].near + part[i].far)));
    }
}

/* If most entries are for far targets, half of the jumps do not fill them. */
static void more_far_entries_than_near_are_unknown(void **state) {
    static const struct sim_btb btb[] = {{.entries = 1024,
                                          .ways = 8,
                                          .window = 64,
                                          .bubble = 3,
                                          .miss = 13,
                                          .far = 7168,
                                          .far_ways = 7}};
    (void)state;
    skip_usually();
    assert_true(branches_of(btb, 1) < 1);
}

/* Sets that are chosen by a hash of the address fill unevenly. */
static void hashed_sets_are_counted_or_unknown(void **state) {
    static const struct sim_btb btb[] = {
        {.entries = 4096, .ways = 8, .window = 32, .bubble = 1, .miss = 12, .hashed = true}};
    (void)state;
    skip_usually();
    double found = branches_of(btb, 1);
    assert_true(found < 1 || is_near(found, 4096));
}

/* That many jumps 32 bytes apart exceed the second level of cache, so that a lost jump costs more
   than at 16 bytes. */
static void as_much_code_as_the_cache_is_counted_or_unknown(void **state) {
    static const struct sim_btb btb[] = {
        {.entries = 16384, .ways = 8, .window = 64},
        {.entries = 24576, .ways = 12, .window = 64, .bubble = 1, .miss = 17}};
    (void)state;
    skip_usually();
    double found = branches_of(btb, 2);
    assert_true(found < 1 || is_near(found, 24576));
}

/* If a level has entries for more jumps than are tried, neither a level before it nor a cache of
   code may be reported. */
static void too_many_branches_are_unknown(void **state) {
    static const struct sim_btb btb[] = {
        {.entries = 512, .ways = 8, .window = 16},
        {.entries = 65536, .ways = 4, .window = 16, .bubble = 4, .miss = 12}};
    (void)state;
    assert_true(branches_of(btb, 2) < 1);
}

static void no_buffer_is_unknown(void **state) {
    static const struct sim_btb none[1];
    (void)state;
    skip_usually();
    assert_true(branches_of(none, 0) < 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_kinds_are_within_seven_percent),
        cmocka_unit_test(what_does_not_show_is_unknown),
        cmocka_unit_test(branches_of_all_levels_are_counted),
        cmocka_unit_test(entries_of_both_kinds_are_counted),
        cmocka_unit_test(more_far_entries_than_near_are_unknown),
        cmocka_unit_test(hashed_sets_are_counted_or_unknown),
        cmocka_unit_test(as_much_code_as_the_cache_is_counted_or_unknown),
        cmocka_unit_test(too_many_branches_are_unknown),
        cmocka_unit_test(no_buffer_is_unknown),
    };
    return cmocka_run_group_tests_name("code_front_end", tests, NULL, NULL);
}
