/* papers_vote.c - AMP's vote: the most common minimum of groups of counts. */
#include "papers_curve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static char *vote(const double *measured, size_t n, size_t group) {
    struct options options = USUAL;
    double cell[64];
    struct table table = {.rows = n, .columns = 1, .column = {"misses"}, .cell = cell};
    assert_true(n <= COUNT(cell));
    memcpy(cell, measured, n * sizeof *cell);
    options.group = group;
    return run_table(&vote_method, &table, options);
}

static void vote_is(const double *measured, size_t n, size_t group, const char *expected) {
    char *output = vote(measured, n, group);
    assert_string_equal(answer_of(output, "vote"), expected);
    free(output);
}

/* AMP: 64 measurements make 8 votes.  A disturbed measurement does not become a vote, and a group
   in which all are disturbed is outvoted. */
static void vote_passes_disturbances(void **state) {
    (void)state;
    double measured[64];
    for (size_t i = 0; i < COUNT(measured); i++)
        measured[i] = i % 8 == 3 || i % 8 == 5 ? 512 : 520 + (double)(i % 7) * 90;
    for (size_t i = 16; i < 24; i++)
        measured[i] = 700 + (double)i;
    char *output = vote(measured, COUNT(measured), 8);
    assert_string_equal(answer_of(output, "vote"), "512");
    assert_true(near(confidence_of(output, "vote"), 7. / 8));
    free(output);
}

static void vote_is_unknown_in_a_tie(void **state) {
    (void)state;
    static const double two[] = {1, 2}, pairs[] = {5, 3, 3, 5, 9}, all[] = {4, 3, 2, 1};
    vote_is(two, COUNT(two), 1, "unknown");
    vote_is(pairs, COUNT(pairs), 1, "unknown");
    vote_is(all, COUNT(all), 1, "unknown");
}

static void vote_passes_ties_below_the_most_common(void **state) {
    (void)state;
    static const double last[] = {1, 1, 2, 2, 3, 3, 3}, first[] = {3, 3, 1, 1, 1, 2, 2};
    static const double middle[] = {1, 1, 2, 2, 2, 3, 3};
    vote_is(last, COUNT(last), 1, "3");
    vote_is(first, COUNT(first), 1, "1");
    vote_is(middle, COUNT(middle), 1, "2");
}

static void vote_ignores_an_incomplete_group(void **state) {
    (void)state;
    static const double measured[] = {5, 6, 5, 7, 9, 9, 1, 1, 1};
    vote_is(measured, 9, 2, "5");
    vote_is(measured, 3, 2, "5");
    vote_is(measured, 9, 4, "unknown");
    vote_is(measured, 7, 4, "5");
}

static void vote_needs_a_full_group(void **state) {
    (void)state;
    static const double measured[] = {5, 5, 5};
    vote_is(measured, 3, 4, "unknown");
    vote_is(measured, 3, SIZE_MAX, "unknown");
    vote_is(measured, 3, 3, "5");
}

static void vote_takes_groups_of_nothing_for_groups_of_one(void **state) {
    (void)state;
    static const double measured[] = {0, 7, 0};
    vote_is(measured, 3, 0, "0");
    vote_is(measured, 3, 1, "0");
}

/* The order of groups, and of measurements in a group, does not matter. */
static void vote_does_not_depend_on_order(void **state) {
    (void)state;
    uint64_t seed = 6;
    for (int round = 0; round < 300; round++) {
        double measured[60], turned[60];
        size_t group = 1 + chance(&seed, 6), n = group * (60 / group);
        for (size_t i = 0; i < n; i++)
            measured[i] = (double)chance(&seed, 9);
        for (size_t i = 0; i < n; i++)
            turned[i] = measured[n - 1 - i];
        char *one = vote(measured, n, group), *other = vote(turned, n, group);
        assert_string_equal(one, other);
        free(one);
        free(other);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vote_passes_disturbances),
        cmocka_unit_test(vote_is_unknown_in_a_tie),
        cmocka_unit_test(vote_passes_ties_below_the_most_common),
        cmocka_unit_test(vote_ignores_an_incomplete_group),
        cmocka_unit_test(vote_needs_a_full_group),
        cmocka_unit_test(vote_takes_groups_of_nothing_for_groups_of_one),
        cmocka_unit_test(vote_does_not_depend_on_order),
    };
    return cmocka_run_group_tests_name("papers_vote", tests, NULL, NULL);
}
