/* sequence.c - times strided sequences, and finds where they no longer fit (X-Ray's Figure 8). */
#include "sequence.h"
#include "../machine/pages.h"
#include "sample.h"
#include "search.h"
#include "sorted.h"

#include "../../analysis/compact.h"
#include "../../analysis/room.h"

#include <math.h>
#include <string.h>

enum {
    ORDERS = 3,
    CALIBRATIONS = 5,
    MOST_SETS = 8 /* conflicts in several sets at once outnumber a victim cache (3.1.3) */
};

/* In hits.  A sequence that costs more misses in every order, so no other order is tried. */
static const double MISSES = 1.5;

/* ---- memory ---- */

bool sequence_draw(struct layout *layout, struct machine *machine, struct dice *dice) {
    static size_t order[SEQUENCE_ARENA / SEQUENCE_NARROWEST];
    *layout = (struct layout){.machine = machine, .dice = dice, .order = order};
    return pages_draw(machine, &layout->pages, SEQUENCE_ARENA, PAGES_HUGE);
}

void sequence_release(struct layout *layout) {
    pages_release(layout->machine, &layout->pages);
}

void sequence_sort(struct layout *layout) {
    if (layout->page == NULL && sorted_pages(layout, layout->sorted))
        layout->page = layout->sorted;
}

void sequence_link(struct layout *layout, struct chain *chain, size_t *order, size_t count) {
    size_t bytes = layout->pages.page_bytes;
    for (size_t i = 0; i < count && layout->page != NULL; i++)
        order[i] = layout->page[order[i] / bytes] * bytes + order[i] % bytes;
    chain_link(layout->machine, chain, &layout->pages, order, count);
}

/* ---- one sequence ---- */

/* Returns half of the sets for which the stride has room: until the size of a way is known, the
   stride may be two ways, and sets repeat after one. */
static size_t sets_beside(const struct layout *layout, size_t stride) {
    size_t room = layout->way > 0 && layout->way < stride / 2 ? layout->way : stride / 2;
    size_t sets = room / SEQUENCE_BLOCK;
    return sets < 1 ? 1 : sets > MOST_SETS ? MOST_SETS : sets;
}

bool sequence_fits(const struct sequence *sequence) {
    return room_for(SEQUENCE_ARENA, sequence->lines, sequence->stride);
}

/* Returns the I-th place, where each line stands for SETS places side by side. */
static size_t place_of(const struct sequence *sequence, size_t sets, size_t i) {
    return i / sets * sequence->stride + i % sets * SEQUENCE_BLOCK;
}

/* Fills the order with the sequence's places.  Returns their number. */
static size_t place_sequence(struct layout *layout, const struct sequence *sequence) {
    size_t sets = sets_beside(layout, sequence->stride), count = sequence->lines * sets;
    size_t *order = layout->order;
    if (sequence->stride < SEQUENCE_BLOCK) {
        order_blocks(layout->dice, order, count, sequence->stride, SEQUENCE_BLOCK);
    } else {
        for (size_t i = 0; i < count; i++)
            order[i] = place_of(sequence, sets, i);
    }
    for (size_t i = 0; i < count; i++)
        if (order[i] / sequence->stride == sequence->lines - 1)
            order[i] += sequence->shift;
    if (sequence->stride >= SEQUENCE_BLOCK)
        order_shuffle(layout->dice, order, count);
    return count;
}

/* Visits as many places behind the sequence as it has, if there is room, which evicts it.  The
   earlier contents decide how a set that is replaced in FIFO order misses: at every load if the
   places entered in the order in which they are visited. */
static void clear_sets(struct layout *layout, const struct sequence *sequence) {
    struct sequence both = {sequence->stride, 2 * sequence->lines, 0};
    size_t sets = sets_beside(layout, sequence->stride), count = sequence->lines * sets;
    struct chain chain;
    if (!sequence_fits(&both))
        return;
    for (size_t i = 0; i < count; i++)
        layout->order[i] = place_of(sequence, sets, sequence->lines * sets + i);
    sequence_link(layout, &chain, layout->order, count);
    chain_walk(layout->machine, &chain, 2 * count);
}

static double cycles_of(struct layout *layout, const struct sequence *sequence) {
    struct timing timing;
    struct chain chain;
    size_t count = place_sequence(layout, sequence);
    sequence_link(layout, &chain, layout->order, count);
    return sample_chain(layout->machine, &chain, &timing) ? timing.cycles : NOT_MEASURED;
}

/* Whether places fit does not depend on their order, but in some orders a prefetcher fetches
   further lines, which evict some of the places.  So if one order costs a little more than a hit,
   others are tried, and the best counts. */
double sequence_measure(struct layout *layout, const struct sequence *sequence) {
    double least = NOT_MEASURED, fast = compact_limit(layout->hit, layout->noisy_hit, layout->hit);
    for (int i = 0; i < ORDERS; i++) {
        clear_sets(layout, sequence);
        least = fmin(least, cycles_of(layout, sequence));
        if (least <= fast || least > MISSES * layout->hit)
            break;
    }
    return least;
}

/* ---- where they rise ---- */

static double cycles_of_lines(struct layout *layout, size_t stride, size_t lines) {
    struct sequence sequence = {.stride = stride, .lines = lines};
    return sequence_fits(&sequence) ? sequence_measure(layout, &sequence) : NOT_MEASURED;
}

void sequence_calibrate(struct layout *layout) {
    double most = 0;
    layout->hit = NOT_MEASURED;
    for (int i = 0; i < CALIBRATIONS; i++) {
        double cycles = cycles_of_lines(layout, SEQUENCE_NARROWEST, 1);
        layout->hit = fmin(layout->hit, cycles);
        if (is_measured(cycles))
            most = fmax(most, cycles);
    }
    layout->noisy_hit = most;
}

/* The search for the lines of one stride that are compact, which cost at most LIMIT cycles. */
struct lines {
    struct layout *layout;
    size_t stride;
    double limit;
};

static bool is_slow(void *all, size_t count) {
    const struct lines *lines = all;
    double cycles = cycles_of_lines(lines->layout, lines->stride, count);
    return !is_measured(cycles) || !(cycles <= lines->limit);
}

/* Returns whether it is slow every time, since noise only adds. */
static bool is_surely_slow(struct lines *lines, size_t count) {
    for (int i = 0; i < ORDERS; i++)
        if (!is_slow(lines, count))
            return false;
    return true;
}

/* If noise misled the search, it continues from there. */
size_t sequence_rise(struct layout *layout, size_t stride, size_t far) {
    double slow = cycles_of_lines(layout, stride, far);
    struct lines lines = {layout, stride, compact_limit(layout->hit, layout->noisy_hit, slow)};
    size_t rise = search_halve(is_slow, &lines, 1, far);
    while (rise < far && !is_surely_slow(&lines, rise))
        rise = search_halve(is_slow, &lines, rise, far);
    return rise;
}

size_t sequence_far(struct layout *layout) {
    double limit = compact_limit(layout->hit, layout->noisy_hit, layout->hit);
    struct lines lines = {layout, SEQUENCE_NARROWEST, limit};
    size_t most = SEQUENCE_ARENA / SEQUENCE_NARROWEST, low = 1;
    size_t far = search_double(is_slow, &lines, &low, most);
    return 2 * (far > 0 ? far : 2 * most);
}
