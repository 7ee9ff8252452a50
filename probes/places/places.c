/* places.c - chains of places. */
#include "places.h"

#include "../samples/sample.h"

#include <math.h>

enum { WAITING = 4 };

void places_put(const struct pages *pages, struct dice *dice, size_t *order, size_t count,
                size_t begin, size_t stride) {
    size_t page = pages->page_bytes, apart = pages->bytes / page / count;
    bool huge = pages->huge && stride >= PAGES_HUGE_BYTES;
    size_t room = huge ? PAGES_HUGE_BYTES : stride > 0 && stride < page ? stride : page;
    size_t lines = room / PLACES_LINE;
    for (size_t i = 0; i < count; i++) {
        size_t at = stride > 0 ? i * stride : (i * apart + dice_below(dice, apart)) * page;
        order[i] = begin + at + (i + i / lines) % lines * PLACES_LINE;
    }
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
    return sample_first(places, &chain, count, &timing) ? timing.cycles : HUGE_VAL;
}

double places_measure(struct places *places, size_t count) {
    order_shuffle(places->dice, places->order, count);
    return places_in_order(places, count);
}

size_t places_most(double (*cost)(void *bench, size_t count), void *bench, size_t least,
                   size_t most, double limit) {
    size_t fast = least, slow = least;
    while (slow == fast && 2 * slow <= most) {
        slow *= 2;
        fast = cost(bench, slow) <= limit ? slow : fast;
    }
    while (slow - fast > 1) {
        size_t middle = fast + (slow - fast) / 2;
        bool fits = cost(bench, middle) <= limit;
        fast = fits ? middle : fast;
        slow = fits ? slow : middle;
    }
    return slow > fast ? fast : 0;
}

void places_wait(struct places *places, double ns) {
    struct timing timing;
    struct chain chain;
    for (size_t i = 0; i < WAITING; i++)
        places->order[i] = i * PLACES_LINE;
    if (sample_first(places, &chain, WAITING, &timing))
        chain_sample(places->machine, &chain, (size_t)(ns / timing.ns), &timing);
}
