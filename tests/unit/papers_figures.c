/* papers_figures.c - X-Ray's figures measure every level correctly if the paper's assumptions
   hold. */
#include "papers_xray.h"

/* Two machines of X-Ray's Table 4, whose second level it measured correctly, and one of the
   challenging architectures that it names at the end, with a third level. */
static const char *const NAMES[] = {"pentium3", "pentium4", "itanium2"};
enum { NAMES_COUNT = sizeof NAMES / sizeof *NAMES };

static void figures_8_and_10_measure_the_first_level(void **state) {
    (void)state;
    for (size_t k = 0; k < NAMES_COUNT; k++) {
        struct sim_machine sim = variant_of(NAMES[k]);
        struct xray xray = xray_open(&sim, 1);
        xray.level[1].L = xray.level[0].M;
        figure_8(&xray, &xray.level[1], 1);
        check_sets(&xray.level[1], &sim.level[0].cache);
        assert_int_equal(figure_10(&xray, 1, 1), sim.level[0].cache.line);
        xray_close(&xray);
    }
}

static int costs(double ns, double cycles, const struct sim_machine *sim) {
    return fabs(ns * sim->ghz - cycles) < cycles * 1e-6;
}

static void figure_12_measures_every_level(void **state) {
    (void)state;
    for (size_t k = 0; k < NAMES_COUNT; k++) {
        struct sim_machine sim = variant_of(NAMES[k]);
        struct xray xray = xray_open(&sim, 1);
        for (size_t i = 1; i <= sim.levels; i++) {
            figure_12(&xray, i);
            check_sets(&xray.level[i], &sim.level[i - 1].cache);
            assert_int_equal(line_of(&xray, i), sim.level[i - 1].cache.line);
            assert_true(costs(xray.level[i].L, sim.level[i - 1].cycles, &sim));
            assert_true(costs(xray.level[i].M,
                              i < sim.levels ? sim.level[i].cycles : sim.memory.cycles, &sim));
        }
        xray_close(&xray);
    }
}

/* The second level of the Pentium III has the line of the first, and the third of the Itanium 2
   that of the second. */
static void the_line_is_exact_where_the_level_before_has_the_same(void **state) {
    (void)state;
    struct sim_machine pentium3 = variant_of("pentium3"), itanium2 = variant_of("itanium2");
    struct xray xray = xray_open(&pentium3, 1);
    for (size_t i = 1; i <= 2; i++)
        figure_12(&xray, i);
    assert_int_equal(xray.level[1].B, 32);
    assert_int_equal(xray.level[2].B, 32);
    xray_close(&xray);
    xray = xray_open(&itanium2, 1);
    for (size_t i = 1; i <= 3; i++)
        figure_12(&xray, i);
    assert_int_equal(xray.level[3].B, 128);
    xray_close(&xray);
}

/* These CPUs have tree-PLRU, which keeps all places that fit, and some of a sequence that is too
   long.  The time still rises, but noise would hide the smaller rises. */
static void tree_plru_changes_no_answer(void **state) {
    (void)state;
    for (size_t k = 0; k < 2; k++) {
        struct sim_machine sim = variant_of(NAMES[k]);
        for (size_t i = 0; i < sim.levels; i++)
            sim.level[i].cache.policy = (struct policy){.kind = POLICY_TREE};
        struct xray xray = xray_open(&sim, 1);
        for (size_t i = 1; i <= sim.levels; i++) {
            figure_12(&xray, i);
            check_sets(&xray.level[i], &sim.level[i - 1].cache);
        }
        xray_close(&xray);
    }
}

/* ---- geometries that no CPU had ---- */

/* The number of sets is a power of two.  C_1 is at most S_2, and half of it if the lines differ,
   with at least two ways. */
static const struct geometry ODD[][2] = {
    {{3, 64, 32}, {5, 1024, 32}},    {{5, 32, 64}, {20, 1024, 64}},
    {{20, 16, 128}, {3, 2048, 128}}, {{1, 128, 16}, {7, 256, 16}},
    {{12, 64, 64}, {20, 1024, 64}},  {{20, 8, 32}, {1, 1024, 32}},
    {{3, 32, 16}, {9, 256, 128}},    {{5, 128, 32}, {3, 4096, 64}},
    {{4, 16, 256}, {20, 64, 256}},   {{2, 1024, 8}, {11, 1024, 512}},
};
enum { ODD_COUNT = sizeof ODD / sizeof *ODD };

static size_t power_from(size_t least) {
    size_t power = 1;
    while (power < least)
        power *= 2;
    return power;
}

static void figures_hold_for_odd_geometries(void **state) {
    (void)state;
    for (size_t k = 0; k < ODD_COUNT; k++) {
        struct sim_machine sim = machine_of(ODD[k], 2);
        struct xray xray = xray_open(&sim, 1);
        xray.level[1].L = xray.level[0].M;
        figure_8(&xray, &xray.level[1], 1);
        check_sets(&xray.level[1], &sim.level[0].cache);
        for (size_t i = 1; i <= 2; i++) {
            figure_12_from(&xray, i, power_from(xray.level[i - 1].C));
            check_sets(&xray.level[i], &sim.level[i - 1].cache);
            assert_int_equal(line_of(&xray, i), sim.level[i - 1].cache.line);
        }
        xray_close(&xray);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_8_and_10_measure_the_first_level),
        cmocka_unit_test(figure_12_measures_every_level),
        cmocka_unit_test(the_line_is_exact_where_the_level_before_has_the_same),
        cmocka_unit_test(tree_plru_changes_no_answer),
        cmocka_unit_test(figures_hold_for_odd_geometries),
    };
    return cmocka_run_group_tests_name("papers_figures", tests, NULL, NULL);
}
