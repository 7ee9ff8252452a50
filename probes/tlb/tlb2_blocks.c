/* tlb2_blocks.c - measures the reach of the first TLB, and which blocks of pages the second one
   holds. */
#include "tlb2_blocks.h"

#include "../../analysis/room.h"
#include "../common/search.h"

#include <math.h>
#include <stdint.h>

enum { CONFIRM = 4 /* times that blocks must be slow to count as slow */ };
static const double MOMENT_NS = 1e6, RISE = 1.04, ABOVE = 1.25;

bool tlb2_late(const struct tlb2 *tlb2, double ns) {
    return machine_age_ns(tlb2->places.machine) - tlb2->begun_ns > ns;
}

/* ---- places ---- */

/* Adds a place on PAGE, at one of the next TLB2_MIXED lines that is not used yet.  A cache that
   predicts its ways by a hash of the address confuses many lines at equal distances, and hardly
   any others. */
static size_t add_place(struct tlb2 *tlb2, size_t count, size_t page) {
    if (!room_for(ROOM_OF(tlb2->order), count + 1, 1))
        return count;
    size_t page_bytes = tlb2->places.pages.page_bytes, lines = page_bytes / PLACES_LINE;
    size_t turn = count % TLB2_MIXED;
    if (turn == 0)
        order_spaced(&tlb2->dice, tlb2->line, TLB2_MIXED, 0, 1);
    size_t line = (count - turn + tlb2->line[turn]) % lines;
    tlb2->order[count] = page * page_bytes + line * PLACES_LINE;
    return count + 1;
}

size_t tlb2_place(struct tlb2 *tlb2, const struct blocks *blocks, size_t spared, size_t step) {
    size_t count = 0;
    for (size_t i = 0; i < blocks->count; i++) {
        size_t block = blocks->kept != NULL ? blocks->kept[i] : i;
        size_t first = blocks->start + block * blocks->apart;
        for (size_t j = 0; j < blocks->each && i != spared; j += i == 0 ? step : 1)
            count = add_place(tlb2, count, first + j);
    }
    return count;
}

size_t tlb2_place_twice(struct tlb2 *tlb2, size_t count) {
    size_t half = tlb2->places.pages.page_bytes / 2;
    for (size_t i = 0; i < count; i++)
        tlb2->order[count + i] = tlb2->order[i] ^ half;
    return 2 * count;
}

/* Where the first TLB easily holds their pages, packed lines are two apart, on odd lines of every
   other page: caches may have longer lines. */
static size_t packed_line(const struct tlb2 *tlb2, size_t count, size_t i) {
    size_t half = tlb2->places.pages.page_bytes / PLACES_LINE / 2;
    return 2 * count < tlb2->tlb1_pages * half ? 2 * i + i / half % 2 : i;
}

double tlb2_packed(struct tlb2 *tlb2, size_t count) {
    if (!room_for(TLB2_PLACES, count, 1))
        return NOT_MEASURED;
    double *cycles = &tlb2->packed[count];
    for (size_t turn = *cycles > 0 ? CONFIRM : 0; turn < CONFIRM; turn++) {
        for (size_t i = 0; i < count; i++)
            tlb2->order[i] = packed_line(tlb2, count, i) * PLACES_LINE;
        double again = places_measure(&tlb2->places, count);
        *cycles = turn > 0 ? fmin(*cycles, again) : again;
    }
    return *cycles;
}

double tlb2_over(struct tlb2 *tlb2, const struct blocks *blocks, size_t spared) {
    double same = tlb2_packed(tlb2, (blocks->count - (spared < blocks->count)) * blocks->each);
    size_t count = tlb2_place(tlb2, blocks, spared, 1);
    return places_measure(&tlb2->places, count) - same - tlb2->miss;
}

double tlb2_least_over(struct tlb2 *tlb2, const struct blocks *blocks, size_t spared,
                       double limit) {
    double least = NOT_MEASURED;
    for (size_t i = 0; i < CONFIRM && least > limit; i++)
        least = fmin(least, tlb2_over(tlb2, blocks, spared));
    return least;
}

/* ---- the first TLB ---- */

static double stray(void *all, size_t count) {
    struct tlb2 *tlb2 = all;
    struct blocks blocks = {.apart = TLB2_STRAY, .count = count, .each = 1};
    return places_measure(&tlb2->places, tlb2_place(tlb2, &blocks, count, 1));
}

/* The best of a few searches counts, since another thread that shares the TLB takes entries. */
bool tlb2_open(struct tlb2 *tlb2) {
    tlb2->few = tlb2->miss = NOT_MEASURED;
    for (size_t i = 0; i < TLB2_SEARCHES; i++) {
        double limit = RISE * stray(tlb2, TLB2_FEW);
        size_t pages = places_most(stray, tlb2, TLB2_FEW, tlb2->most, limit);
        tlb2->tlb1_pages = pages > tlb2->tlb1_pages ? pages : tlb2->tlb1_pages;
        places_wait(&tlb2->places, TLB2_PAUSE_NS);
    }
    if (tlb2->tlb1_pages == 0)
        return false;
    for (size_t i = 0; i < TLB2_SEARCHES; i++) {
        tlb2->few = fmin(tlb2->few, stray(tlb2, TLB2_FEW));
        tlb2->miss = fmin(tlb2->miss, stray(tlb2, TLB2_BEYOND * tlb2->tlb1_pages));
    }
    tlb2->miss -= tlb2_packed(tlb2, TLB2_BEYOND * tlb2->tlb1_pages);
    return tlb2->miss > 0 && is_measured(tlb2->miss);
}

/* ---- blocks that fit ---- */

/* Pages of each of COUNT blocks APART, a power of two: enough that all blocks together exceed the
   first TLB by far, as far as there is room for them. */
static size_t pages_of(const struct tlb2 *tlb2, size_t apart, size_t count) {
    size_t each = 1;
    while (2 * each * count <= tlb2->enough * tlb2->tlb1_pages && 2 * each <= apart)
        each *= 2;
    return each;
}

struct blocks tlb2_blocks(const struct tlb2 *tlb2, size_t apart, size_t count, size_t each) {
    size_t pages = each > 0 ? each : pages_of(tlb2, apart, count);
    return (struct blocks){tlb2->start, apart, count, pages, NULL};
}

bool tlb2_has_room(const struct tlb2 *tlb2, const struct blocks *blocks) {
    return blocks->count > 0 && room_for(TLB2_PAGES, blocks->count, blocks->each) &&
           blocks->start + (blocks->count - 1) * blocks->apart + blocks->each <= tlb2->area;
}

double tlb2_rise(const struct tlb2 *tlb2) {
    return (ABOVE - 1) * (tlb2->few + tlb2->miss);
}

bool tlb2_fits(struct tlb2 *tlb2, const struct blocks *blocks, double limit) {
    return tlb2_least_over(tlb2, blocks, blocks->count, limit) <= limit;
}

bool tlb2_fits_yet(struct tlb2 *tlb2, const struct blocks *blocks, double limit) {
    bool fits = tlb2_fits(tlb2, blocks, limit);
    for (size_t i = 0; i < TLB2_SEARCHES && !fits; i++) {
        places_wait(&tlb2->places, TLB2_PAUSE_NS);
        fits = tlb2_fits(tlb2, blocks, limit);
    }
    return fits;
}

/* Returns whether a search may try these blocks, if half of them fit. */
static bool may_try(const struct tlb2 *tlb2, const struct blocks *blocks, size_t most) {
    return tlb2_has_room(tlb2, blocks) && blocks->count / 2 < most &&
           !tlb2_late(tlb2, TLB2_SEARCH_NS);
}

/* Blocks of EACH pages every APART pages, at most MOST of them, and the most cycles that blocks
   add which fit. */
struct block_search {
    struct tlb2 *tlb2;
    size_t apart, each, most;
    double limit;
};

static struct blocks blocks_of(const struct block_search *search, size_t count) {
    return tlb2_blocks(search->tlb2, search->apart, count, search->each);
}

static bool do_not_fit(void *all, size_t count) {
    const struct block_search *search = all;
    struct blocks blocks = blocks_of(search, count);
    return !tlb2_fits(search->tlb2, &blocks, search->limit);
}

static bool end_doubling(void *all, size_t count) {
    const struct block_search *search = all;
    struct blocks blocks = blocks_of(search, count);
    return !may_try(search->tlb2, &blocks, search->most) || do_not_fit(all, count);
}

/* Returns the fewest blocks, from COUNT on, that do not fit a little later either, or for which
   there is no room. */
static size_t fewest_later(struct block_search *search, size_t count) {
    for (;; count++) {
        places_wait(&search->tlb2->places, MOMENT_NS);
        struct blocks blocks = blocks_of(search, count);
        if (!tlb2_has_room(search->tlb2, &blocks) || do_not_fit(search, count))
            return count;
    }
}

size_t tlb2_fewest(struct tlb2 *tlb2, size_t apart, size_t each, size_t most) {
    struct block_search search = {tlb2, apart, each, most, tlb2_rise(tlb2)};
    size_t fit = 1, miss = search_double(end_doubling, &search, &fit, SIZE_MAX);
    struct blocks blocks = blocks_of(&search, miss);
    if (!may_try(tlb2, &blocks, most))
        return 0;
    double walk = tlb2->walk > 0 ? tlb2->walk : tlb2_over(tlb2, &blocks, miss);
    search.limit = TLB2_PART * walk;
    return fewest_later(&search, search_halve(do_not_fit, &search, fit, miss));
}
