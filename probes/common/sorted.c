/* sorted.c - sorts pages by the sets that they map to (their colours).

   Pages are added as long as all of them fit together.  The first page that does not fit has the
   colour of the pages any one of which it can replace: there are as many as ways, whatever the
   replacement policy.  Every further page has the colour of which it can replace a member, as
   colours.c finds the colours of the second level. */
#include "sorted.h"
#include "sample.h"

#include "../../analysis/compact.h"

enum {
    PLACES = 8, /* places of each page that are visited, each in another set */
    ORDERS_TRIED = 3,
    QUANTA = 60,     /* of time, for each page */
    FAR_TOO_MANY = 8 /* times the ways */
};

/* In hits. */
static const double SURELY_MISSES = 1.2;

struct sorter {
    struct layout *layout;
    size_t bytes, pages;                    /* bytes of a page; number of pages */
    double end_ns;                          /* the machine's age at which sorting gives up */
    size_t held[SEQUENCE_PAGES + 1], count; /* pages that fit together */
    size_t colour[SEQUENCE_PAGES];          /* of each page, from 1 on; 0: not known yet */
    /* Of each colour: the number of its pages, and the index of one that is held. */
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

/* Returns whether all pages fit with PAGE in place of the one at INDEX. */
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

/* Adds the colour of PAGE, which has none of the known ones.  The pages that it can replace have
   its colour.  Returns false if they are not as many as the pages of the other colours. */
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

/* Returns whether there is a single colour that nearly all pages have.  Then their order does not
   matter. */
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

/* Returns whether the colours already repeat in the order of the pages. */
static bool in_order(const struct sorter *sorter) {
    for (size_t page = sorter->colours; page < sorter->pages; page++)
        if (sorter->colour[page] != sorter->colour[page - sorter->colours])
            return false;
    return true;
}

/* Writes a page of each colour in turn, as long as there are pages of all colours; the others come
   last. */
static void write_order(struct sorter *sorter, size_t *order) {
    size_t least = sorter->pages, *next = sorter->speaker /* no longer needed */, rest;
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
