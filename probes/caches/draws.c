/* draws.c - what draws touched. */
#include "draws.h"

#include <math.h>

void draws_begin(struct draws *draws, size_t places) {
    draws->places = places;
    draws->part = places / DRAWS_PART;
    draws->count = 0;
}

void draws_make(struct draws *draws, struct dice *dice, size_t count) {
    for (size_t i = 0; i < count; i++)
        permutation_draw(&draws->kept[draws->count++ % DRAWS_KEPT], dice, draws->places);
}

const struct permutation *draws_before(const struct draws *draws, size_t back) {
    return &draws->kept[(draws->count - 1 - back) % DRAWS_KEPT];
}

/* The share of the places that so many draws leave untouched. */
static double untouched(double count) {
    return pow(1 - 1.0 / DRAWS_PART, count);
}

size_t draws_oldest(const struct draws *draws) {
    return (size_t)((double)draws->places * (1 - untouched(DRAWS_KEPT)));
}

size_t draws_of_age(const struct draws *draws, size_t age, size_t *back) {
    double places = (double)draws->places, left = 1 - (double)age / places;
    double whole = fmin(floor(log(left) / log(untouched(1))), DRAWS_KEPT - 1);
    size_t behind = (size_t)(fmax(places * (1 - left / untouched(whole)), 0) + 0.5);
    *back = (size_t)whole;
    return permutation_at(draws_before(draws, *back),
                          behind < draws->part ? draws->part - 1 - behind : 0);
}

bool draws_touched(const struct draws *draws, size_t place, size_t back) {
    for (size_t i = 0; i < back; i++)
        if (permutation_position(draws_before(draws, i), place) < draws->part)
            return true;
    return false;
}
