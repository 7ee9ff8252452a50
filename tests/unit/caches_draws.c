/* caches_draws.c - the places that draws name for an age are of that age. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../probes/caches/draws.h"

#include <math.h>
#include <string.h>

enum { PLACES = 157 * DRAWS_PART, AGES = 400 };

/* Goes back through the touches until PLACE, and returns how many places it has seen. */
static size_t age_of(const struct draws *draws, size_t place) {
    static bool seen[PLACES];
    size_t age = 0;
    memset(seen, 0, sizeof seen);
    for (size_t back = 0; back < DRAWS_KEPT; back++)
        for (size_t position = draws->part; position-- > 0;) {
            size_t touched = permutation_at(draws_before(draws, back), position);
            if (touched == place)
                return age;
            age += !seen[touched];
            seen[touched] = true;
        }
    return PLACES;
}

/* An age is known but for chance: of AGE touched places, some more or fewer were touched twice. */
static void places_are_of_their_age(void **state) {
    static struct draws draws;
    struct dice dice = {20040614};
    double sum = 0, squares = 0;
    size_t count = 0;
    (void)state;
    draws_begin(&draws, PLACES);
    draws_make(&draws, &dice, DRAWS_KEPT + 3);
    for (size_t i = 0; i < AGES; i++) {
        size_t back, age = dice_below(&dice, draws_oldest(&draws));
        size_t place = draws_of_age(&draws, age, &back);
        if (draws_touched(&draws, place, back))
            continue;
        double off = (double)age_of(&draws, place) - (double)age;
        assert_true(fabs(off) <= 5 * sqrt((double)age) + 1);
        sum += off;
        squares += off * off;
        count++;
    }
    assert_true(count > AGES / 4);
    assert_true(fabs(sum) <= 5 * sqrt(squares) + (double)count);
}

/* The youngest ages are of the last draw, where nothing is touched twice. */
static void young_places_are_exact(void **state) {
    static struct draws draws;
    struct dice dice = {20040614};
    struct permutation last;
    (void)state;
    draws_begin(&draws, PLACES);
    draws_make(&draws, &dice, DRAWS_KEPT);
    struct dice again = dice;
    draws_make(&draws, &dice, 1);
    permutation_draw(&last, &again, PLACES);
    for (size_t age = 0; age < draws.part; age++) {
        size_t back, place = draws_of_age(&draws, age, &back);
        assert_int_equal(place, permutation_at(&last, draws.part - 1 - age));
        assert_int_equal(age_of(&draws, place), age);
        assert_int_equal(back, 0);
        assert_true(draws_touched(&draws, place, 1));
    }
    assert_false(draws_touched(&draws, permutation_at(&last, draws.part), 1));
}

/* The oldest age is one that the kept draws know, and few places are older. */
static void the_oldest_age_is_known(void **state) {
    static struct draws draws;
    struct dice dice = {20040614};
    size_t back;
    (void)state;
    draws_begin(&draws, PLACES);
    draws_make(&draws, &dice, DRAWS_KEPT);
    (void)draws_of_age(&draws, draws_oldest(&draws) - 1, &back);
    assert_int_equal(back, DRAWS_KEPT - 1);
    assert_in_range(draws_oldest(&draws), PLACES * 0.98, PLACES * 0.985);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_are_of_their_age),
        cmocka_unit_test(young_places_are_exact),
        cmocka_unit_test(the_oldest_age_is_known),
    };
    return cmocka_run_group_tests_name("draws", tests, NULL, NULL);
}
