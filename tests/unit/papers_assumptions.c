/* papers_assumptions.c - what X-Ray's figures find if an assumption of the paper does not hold, and
   what archparams does instead. */
#include "papers_xray.h"

/* The Pentium 4's second level has lines of 128 bytes, the first one of 64.  Shifted by 64, the
   last place is in another set of the first level, where its A_1 pieces fit, so its loads no longer
   reach the second level, and the conflict seems to end.  It has to miss the first level as well,
   so line_of has twice as many pieces.  archparams visits pages of other colours in between, and
   shifts as many of them (probes/caches/level.c, measure_colour). */
static void a_longer_line_behind_a_shorter_one_seems_as_short(void **state) {
    (void)state;
    struct sim_machine sim = variant_of("pentium4");
    struct xray xray = xray_open(&sim, 1);
    for (size_t i = 1; i <= 2; i++)
        figure_12(&xray, i);
    assert_int_equal(xray.level[2].B, 64);
    assert_int_equal(line_of(&xray, 2), 128);
    xray_close(&xray);
}

/* Figure 12 begins with S = C_1.  If that is no power of two, such as 48 KB since Ice Lake, then no
   stride that it tries is one, and the theorem does not apply.  So Zen 5's second level seems to be
   half as large again, and Sapphire Rapids' to have twice its ways.  If C_1 is rounded up to a
   power of two, the figure is right, as figures_hold_for_odd_geometries shows.  archparams uses no
   strides behind the first level: pages of one colour are a way apart, whatever that is. */
static void a_first_level_of_twelve_ways_misleads_about_the_second(void **state) {
    (void)state;
    static const struct {
        struct geometry level[2];
        size_t A, C;
    } rows[] = {
        {{{12, 64, 64}, {16, 1024, 64}}, 16, 1536 * KB},
        {{{12, 64, 64}, {16, 2048, 64}}, 32, 3 * MB},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct sim_machine sim = machine_of(rows[k].level, 2);
        struct xray xray = xray_open(&sim, 1);
        figure_12(&xray, 1);
        figure_12(&xray, 2);
        assert_int_equal(xray.level[2].A, rows[k].A);
        assert_int_equal(xray.level[2].C, rows[k].C);
        xray_close(&xray);
    }
}

/* The reason for Figure 11: three places fit a first level of four ways, so it does not show
   whether they would fit a second level of two ways too. */
static void fewer_ways_than_the_first_level_has_hide_without_pieces(void **state) {
    (void)state;
    static const struct geometry level[2] = {{4, 128, 32}, {2, 2048, 64}};
    struct sim_machine sim = machine_of(level, 2);
    struct xray xray = xray_open(&sim, 1);
    figure_12(&xray, 1);
    xray.level[2].L = xray.level[1].M;
    figure_8(&xray, &xray.level[2], xray.level[1].C);
    assert_int_equal(xray.level[2].A, 4);
    figure_12(&xray, 2);
    check_sets(&xray.level[2], &sim.level[1].cache);
    xray_close(&xray);
}

/* C_1 <= S_2 does not hold on Athlons: the first level has 64 KB, and the second has 16 ways of 16
   KB (MP, taken as not exclusive) or 32 KB (K8).  So both pieces of a stride are in one set of the
   second level, half of the ways seem to be all, and the stride that shows them is C_1 at once.
   The paper blames other processes for its wrong answers about the Athlon MP.  In archparams places
   of one colour are single, and the evictors have other colours. */
static void a_first_level_larger_than_the_seconds_way_hides_ways(void **state) {
    (void)state;
    static const struct geometry level[][2] = {{{2, 512, 64}, {16, 256, 64}},
                                               {{2, 512, 64}, {16, 512, 64}}};
    for (size_t k = 0; k < 2; k++) {
        struct sim_machine sim = machine_of(level[k], 2);
        struct xray xray = xray_open(&sim, 1);
        figure_12(&xray, 1);
        figure_12(&xray, 2);
        assert_int_equal(xray.level[2].A, 8);
        assert_int_equal(xray.level[2].C, 512 * KB);
        xray_close(&xray);
    }
}

/* The Athlon MP as it is, exclusive: the second level's 16 ways and the first one's 2 hold 9
   strides of two pieces.  archparams evicts all places from the first level, and checks that there
   is room for the evictors. */
static void an_exclusive_second_level_adds_the_first_ones_ways(void **state) {
    (void)state;
    struct sim_machine sim = variant_of("athlon_mp");
    struct xray xray = xray_open(&sim, 1);
    figure_12(&xray, 1);
    figure_12(&xray, 2);
    assert_int_equal(xray.level[2].A, (16 + 2) / 2);
    assert_int_equal(xray.level[2].C, 9 * 64 * KB);
    xray_close(&xray);
}

/* In scattered frames, strides of virtual addresses are in unknown sets, which the paper does not
   consider.  archparams finds the colours first (probes/eviction/colours.h). */
static void scattered_frames_hide_the_second_level(void **state) {
    (void)state;
    struct sim_machine sim = variant_of("pentium4");
    enum { LAYOUTS = 20 };
    size_t right = 0;
    sim.pages.frames = FRAMES_SCATTERED;
    for (uint64_t seed = 1; seed <= LAYOUTS; seed++) {
        struct xray xray = xray_open(&sim, seed);
        figure_12(&xray, 1);
        check_sets(&xray.level[1], &sim.level[0].cache);
        figure_12(&xray, 2);
        right += xray.level[2].A == 8 && xray.level[2].C == 512 * KB;
        xray_close(&xray);
    }
    assert_true(right < LAYOUTS / 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_longer_line_behind_a_shorter_one_seems_as_short),
        cmocka_unit_test(a_first_level_of_twelve_ways_misleads_about_the_second),
        cmocka_unit_test(fewer_ways_than_the_first_level_has_hide_without_pieces),
        cmocka_unit_test(a_first_level_larger_than_the_seconds_way_hides_ways),
        cmocka_unit_test(an_exclusive_second_level_adds_the_first_ones_ways),
        cmocka_unit_test(scattered_frames_hide_the_second_level),
    };
    return cmocka_run_group_tests_name("papers_assumptions", tests, NULL, NULL);
}
