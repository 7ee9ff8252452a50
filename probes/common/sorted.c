/* sorted.c - pages by the sets they fall on.

   Pages are held as long as all of them fit together.  The first that does not fit has the colour
   of those without which it would: as many as there are ways, whatever is replaced.  Every further
   page has the colour whose member can make room for it (as METHODS 0a.3 finds the second
   level's). */
#include "sorted.h"
#include "sample.h"

#include "../../analysis/compact.h"

enum {
    PLACES = 8, /* of each page that stand for it, in so many sets */
    ORDERS_TRIED = 3,
    QUANTA = 60,     /* for each page */
    FAR_TOO_MANY = 8 /* times the ways */
};

/* Times a hit. */
static const double SURELY_MISSES = 1.2;

struct sorter {
    struct layout *layout;
    size_t bytes, pages;                    /* of a page; how many */
    double end_ns;                          /* of the machine's age: it must not take longer */
    size_t held[SEQUENCE_PAGES + 1], count; /* pages that fit together */
    size_t colour[SEQUENCE_PAGES];          /* of each page, from 1 on, or 0 */
    /* Of each colour: how many pages have it, and one of those held, as its index. */
    size_t members[SEQUENCE_PAGES + 2], speaker[SEQUENCE_PAGES + 2];
    size_t colours, ways;
};

/* ---- what fits ---- */

static bool all_fit(struct sorter *sorter) {
    struct layout *layout = sorter->layout;
    double limit = compact_limit(layout->hit, layout->noisy_hit, layout->hit);
    size_t *order = layout->order, count = 0;
    for (size_t i = 0; i < sorter->count; i++)
        for (size_t k = 0; k < PLACES; k++)
            order[count++] = sorter->held[i] * sorter->bytes + k * sorter->bytes / PLACES;
    for (int i = 0; i < ORDERS_TRIED; i++) {
        struct timing timing;
        struct chain chain;
        order_shuffle(layout->dice, order, count);
        chain_link(layout->machine, &chain, &layout->pages, order, count);
        if (!sample_chain(layout->machine, &chain, &timing))
            continue;
        if (timing.cycles <= limit)
            return true;
        if (timing.cycles > SURELY_MISSES * layout->hit)
            return false;
    }
    return false;
}

/* Would all fit with PAGE in the place of the one at INDEX? */
static bool makes_room(struct sorter *sorter, size_t index, size_t page) {
    size_t kept = sorter->held[index];
    sorter->held[index] = page;
    bool fit = all_fit(sorter);
    sorter->held[index] = kept;
    return fit;
}

static bool fits_too(struct sorter *sorter, size_t page) {
    sorter->held[sorter->count++] = page;
    if (all_fit(sorter))
        return true;
    sorter->count--;
    return false;
}

/* ---- colours ---- */

static void paint(struct sorter *sorter, size_t page, size_t colour) {
    sorter->colour[page] = colour;
    sorter->members[colour]++;
}

/* PAGE has none of the known colours: those that make room for it have its own.  Returns false
   where they are not as many as of any other colour. */
static bool add_colour(struct sorter *sorter, size_t page) {
    size_t colour = ++sorter->colours, ways;
    for (size_t i = 0; i < sorter->count; i++)
        if (sorter->colour[sorter->held[i]] == 0 && makes_room(sorter, i, page)) {
            sorter->speaker[colour] = i;
            paint(sorter, sorter->held[i], colour);
        }
    ways = sorter->members[colour];
    if (ways == 0 || (sorter->ways > 0 && ways != sorter->ways))
        return false;
    sorter->ways = ways;
    paint(sorter, page, colour);
    return true;
}

static bool add_page(struct sorter *sorter, size_t page) {
    if (fits_too(sorter, page))
        return true;
    for (size_t colour = 1; colour <= sorter->colours; colour++)
        if (makes_room(sorter, sorter->speaker[colour], page)) {
            paint(sorter, page, colour);
            return true;
        }
    return add_colour(sorter, page);
}

/* One colour only, which all that are held have, or nearly all pages, is no order. */
static bool only_one(const struct sorter *sorter) {
    return sorter->colours == 1 &&
           (sorter->count == sorter->ways || sorter->members[1] > FAR_TOO_MANY * sorter->ways);
}

static bool find_colours(struct sorter *sorter) {
    struct machine *machine = sorter->layout->machine;
    for (size_t page = 0; page < sorter->pages; page++)
        if (machine_age_ns(machine) > sorter->end_ns || !add_page(sorter, page) || only_one(sorter))
            return false;
    return sorter->count == sorter->ways * sorter->colours;
}

/* ---- the order ---- */

/* Do they fall on all sets again and again as they are? */
static bool in_order(const struct sorter *sorter) {
    for (size_t page = sorter->colours; page < sorter->pages; page++)
        if (sorter->colour[page] != sorter->colour[page - sorter->colours])
            return false;
    return true;
}

/* One page of each colour after the other, as long as there are some of all; the others come last.
 */
static void write_order(struct sorter *sorter, size_t *order) {
    size_t least = sorter->pages, *next = sorter->speaker /* whom nobody asks any more */, rest;
    for (size_t colour = 1; colour <= sorter->colours; colour++) {
        least = sorter->members[colour] < least ? sorter->members[colour] : least;
        next[colour] = colour - 1;
    }
    rest = least * sorter->colours;
    for (size_t page = 0; page < sorter->pages; page++) {
        size_t *slot = &next[sorter->colour[page]];
        if (*slot < least * sorter->colours) {
            order[*slot] = page;
            *slot += sorter->colours;
        } else {
            order[rest++] = page;
        }
    }
}

bool sorted_pages(struct layout *layout, size_t *order) {
    size_t bytes = layout->pages.page_bytes, pages = SEQUENCE_ARENA / bytes;
    struct sorter sorter = {.layout = layout, .bytes = bytes, .pages = pages};
    sorter.end_ns = machine_age_ns(layout->machine) +
                    QUANTA * (double)pages * machine_quantum_ns(layout->machine);
    if (layout->pages.huge || pages < 2 || pages > SEQUENCE_PAGES || !find_colours(&sorter) ||
        in_order(&sorter))
        return false;
    write_order(&sorter, order);
    return true;
}
