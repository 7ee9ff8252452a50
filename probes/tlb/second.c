/* second.c - the first TLB's reach, and blocks that fit or not. */
#include "second.h"

#include "../../analysis/room.h"

#include <math.h>

enum { CONFIRM = 4 /* times that something must be slow */ };
static const double MOMENT_NS = 1e6, RISE = 1.04, ABOVE = 1.25;

bool second_late(const struct second *second, double ns) {
    return machine_age_ns(second->places.machine) - second->begun_ns > ns;
}

/* ---- places ---- */

/* The next place, on PAGE: of the next SECOND_MIXED lines any that has not had its turn.  A cache
   that finds its ways by a hash of the address mixes up many at equal distances, and hardly any of
   others. */
static size_t add_place(struct second *second, size_t count, size_t page) {
    if (!room_for(ROOM_OF(second->order), count + 1, 1))
        return count;
    size_t page_bytes = second->places.pages.page_bytes, lines = page_bytes / PLACES_LINE;
    size_t turn = count % SECOND_MIXED;
    for (size_t i = 0; i < SECOND_MIXED && turn == 0; i++)
        second->line[i] = i;
    if (turn == 0)
        order_shuffle(&second->dice, second->line, SECOND_MIXED);
    size_t line = (count - turn + second->line[turn]) % lines;
    second->order[count] = page * page_bytes + line * PLACES_LINE;
    return count + 1;
}

size_t second_place(struct second *second, const struct blocks *blocks, size_t spared,
                    size_t step) {
    size_t count = 0;
    for (size_t i = 0; i < blocks->count; i++) {
        size_t block = blocks->kept != NULL ? blocks->kept[i] : i;
        size_t first = blocks->start + block * blocks->apart;
        for (size_t j = 0; j < blocks->each && i != spared; j += i == 0 ? step : 1)
            count = add_place(second, count, first + j);
    }
    return count;
}

/* Where the first TLB holds them easily, packed lines are two apart, on odd lines of every other
   page: caches may have longer ones. */
static size_t packed_line(const struct second *second, size_t count, size_t i) {
    size_t half = second->places.pages.page_bytes / PLACES_LINE / 2;
    return 2 * count < second->first * half ? 2 * i + i / half % 2 : i;
}

double second_packed(struct second *second, size_t count) {
    if (!room_for(SECOND_PAGES, count, 1))
        return HUGE_VAL;
    double *cycles = &second->packed[count];
    for (size_t turn = *cycles > 0 ? CONFIRM : 0; turn < CONFIRM; turn++) {
        for (size_t i = 0; i < count; i++)
            second->order[i] = packed_line(second, count, i) * PLACES_LINE;
        double again = places_measure(&second->places, count);
        *cycles = turn > 0 ? fmin(*cycles, again) : again;
    }
    return *cycles;
}

double second_over(struct second *second, const struct blocks *blocks, size_t spared) {
    double same = second_packed(second, (blocks->count - (spared < blocks->count)) * blocks->each);
    size_t count = second_place(second, blocks, spared, 1);
    return places_measure(&second->places, count) - same - second->miss;
}

double second_least_over(struct second *second, const struct blocks *blocks, size_t spared,
                         double limit) {
    double least = HUGE_VAL;
    for (size_t i = 0; i < CONFIRM && least > limit; i++)
        least = fmin(least, second_over(second, blocks, spared));
    return least;
}

/* ---- the first TLB ---- */

static double stray(void *all, size_t count) {
    struct second *second = all;
    struct blocks blocks = {.apart = SECOND_STRAY, .count = count, .each = 1};
    return places_measure(&second->places, second_place(second, &blocks, count, 1));
}

/* By the best of a few searches: who shares the TLB takes entries. */
bool second_open(struct second *second) {
    second->few = second->miss = HUGE_VAL;
    for (size_t i = 0; i < SECOND_SEARCHES; i++) {
        double limit = RISE * stray(second, SECOND_FEW);
        size_t pages = places_most(stray, second, SECOND_FEW, second->most, limit);
        second->first = pages > second->first ? pages : second->first;
        places_wait(&second->places, SECOND_PAUSE_NS);
    }
    if (second->first == 0)
        return false;
    for (size_t i = 0; i < SECOND_SEARCHES; i++) {
        second->few = fmin(second->few, stray(second, SECOND_FEW));
        second->miss = fmin(second->miss, stray(second, SECOND_BEYOND * second->first));
    }
    second->miss -= second_packed(second, SECOND_BEYOND * second->first);
    return second->miss > 0 && second->miss < HUGE_VAL;
}

/* ---- blocks that fit ---- */

/* Pages of each of COUNT blocks APART, a power of two: so many that together they miss the first
   TLB twice over, if there is room for them. */
static size_t pages_of(const struct second *second, size_t apart, size_t count) {
    size_t each = 1;
    while (2 * each * count <= second->enough * second->first && 2 * each <= apart)
        each *= 2;
    return each;
}

struct blocks second_blocks(const struct second *second, size_t apart, size_t count, size_t each) {
    size_t pages = each > 0 ? each : pages_of(second, apart, count);
    return (struct blocks){second->start, apart, count, pages, NULL};
}

bool second_has_room(const struct second *second, const struct blocks *blocks) {
    return blocks->count > 0 && room_for(SECOND_PAGES, blocks->count, blocks->each) &&
           blocks->start + (blocks->count - 1) * blocks->apart + blocks->each <= second->area;
}

double second_rise(const struct second *second) {
    return (ABOVE - 1) * (second->few + second->miss);
}

bool second_fits(struct second *second, const struct blocks *blocks, double limit) {
    return second_least_over(second, blocks, blocks->count, limit) <= limit;
}

bool second_fits_yet(struct second *second, const struct blocks *blocks, double limit) {
    bool fits = second_fits(second, blocks, limit);
    for (size_t i = 0; i < SECOND_SEARCHES && !fits; i++) {
        places_wait(&second->places, SECOND_PAUSE_NS);
        fits = second_fits(second, blocks, limit);
    }
    return fits;
}

size_t second_fewest(struct second *second, size_t apart, size_t each, size_t most) {
    double limit = second_rise(second);
    size_t fast = 1, slow = 2;
    struct blocks blocks = second_blocks(second, apart, slow, each);
    while (second_has_room(second, &blocks) && fast < most &&
           !second_late(second, SECOND_SEARCH_NS) && second_fits(second, &blocks, limit)) {
        fast = slow;
        blocks = second_blocks(second, apart, slow *= 2, each);
    }
    if (!second_has_room(second, &blocks) || fast >= most || second_late(second, SECOND_SEARCH_NS))
        return 0;
    limit = SECOND_PART * (second->walk > 0 ? second->walk : second_over(second, &blocks, slow));
    while (slow - fast > 1) {
        size_t middle = fast + (slow - fast) / 2;
        blocks = second_blocks(second, apart, middle, each);
        bool fits = second_fits(second, &blocks, limit);
        fast = fits ? middle : fast;
        slow = fits ? slow : middle;
    }
    for (;; slow++) {
        places_wait(&second->places, MOMENT_NS);
        blocks = second_blocks(second, apart, slow, each);
        if (!second_has_room(second, &blocks) || !second_fits(second, &blocks, limit))
            return slow;
    }
}
