/* places.c - puts places on pages, and measures chains of them. */
#include "places.h"

#include "../../analysis/room.h"
#include "sample.h"
#include "search.h"

enum { WAITING = 4 };

/* Returns whether PAGES have room for COUNT places, each of STRIDE bytes, or of a page if STRIDE
   is 0. */
static bool places_have_room(const struct pages *pages, size_t count, size_t begin, size_t stride) {
    return count > 0 && begin <= pages->bytes && (stride == 0 || stride >= PLACES_LINE) &&
           room_for(pages->bytes - begin, count, stride > 0 ? stride : pages->page_bytes);
}

bool places_put(const struct pages *pages, struct dice *dice, size_t *order, size_t count,
                size_t begin, size_t stride) {
    if (!places_have_room(pages, count, begin, stride))
        return false;
    size_t page = pages->page_bytes, apart = (pages->bytes - begin) / page / count;
    size_t room = stride > 0 && stride < page ? stride : page, lines = room / PLACES_LINE;
    bool huge = pages->huge && stride >= PAGES_HUGE_BYTES;
    for (size_t i = 0; i < count; i++) {
        size_t at = stride > 0 ? i * stride : (i * apart + dice_below(dice, apart)) * page;
        at += huge ? i / lines % (PAGES_HUGE_BYTES / page) * page : 0;
        order[i] = begin + at + (i + i / lines) % lines * PLACES_LINE;
    }
    return true;
}

bool places_fill(struct places *places, size_t count, size_t begin, size_t stride) {
    return room_for(places->room, count, 1) &&
           places_put(&places->pages, places->dice, places->order, count, begin, stride);
}

bool places_draw(struct places *places, size_t bytes) {
    pages_release(places->machine, &places->pages);
    return pages_draw(places->machine, &places->pages, bytes, places->policy);
}

static bool sample_first(struct places *places, struct chain *chain, size_t count,
                         struct timing *timing) {
    chain_link(places->machine, chain, &places->pages, places->order, count);
    return sample_chain(places->machine, chain, timing);
}

double places_in_order(struct places *places, size_t count) {
    struct timing timing;
    struct chain chain;
    bool good = count > 0 && room_for(places->room, count, 1) &&
                sample_first(places, &chain, count, &timing);
    return good ? timing.cycles : NOT_MEASURED;
}

double places_measure(struct places *places, size_t count) {
    if (room_for(places->room, count, 1))
        order_shuffle(places->dice, places->order, count);
    return places_in_order(places, count);
}

struct costs {
    double (*of)(void *bench, size_t count);
    void *bench;
    double limit;
};

static bool are_slow(void *all, size_t count) {
    const struct costs *costs = all;
    return !(costs->of(costs->bench, count) <= costs->limit);
}

size_t places_most(double (*cost)(void *bench, size_t count), void *bench, size_t least,
                   size_t most, double limit) {
    struct costs costs = {cost, bench, limit};
    size_t last = least;
    while (2 * last <= most)
        last *= 2;
    size_t slow = search_least(are_slow, &costs, least, last);
    return slow > 0 ? slow - 1 : 0;
}

void places_wait(struct places *places, double ns) {
    struct timing timing;
    struct chain chain;
    for (size_t i = 0; i < WAITING && room_for(places->room, WAITING, 1); i++)
        places->order[i] = i * PLACES_LINE;
    if (room_for(places->room, WAITING, 1) && sample_first(places, &chain, WAITING, &timing))
        chain_sample(places->machine, &chain, (size_t)(ns / timing.ns), &timing);
}
