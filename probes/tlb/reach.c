/* reach.c - plans which numbers of pages are measured, and how often. */
#include "reach.h"

#include "../../analysis/room.h"
#include "../common/search.h"
#include "../common/spread.h"

#include <math.h>
#include <string.h>

enum {
    APART = 5,   /* pages from one place to the next, */
    FURTHER = 2, /* more of them on other layouts, */
    KINDS = 3,   /* so that on some the sets of a cache do not look like a TLB's */
    THRICE = 3,  /* as far, where that would be the same */
    PLANS = 5,
    PLANS_AT_MOST = 12, /* where no two of them agree on the most that is held, */
    AGREEING = 2,
    HELD_TRIES = 2, /* of what seems not to be held: noise only adds */
    PACKED = 2,     /* lines of a place, at the most */
    LOW = 1,        /* of what is sorted: the least but one, and more where more are */
    LOW_OF = 20,
    ABOUT = 3 /* rows before the last that is held, and behind the first that is not */
};
/* A search is on one layout, and only finds the rows.  Held places add no more than such a part of
   what places add that all miss. */
static const double PART = 0.03;

static size_t stride_on(const struct reach *reach, size_t layout) {
    return reach->adjacent ? reach->page : (APART + layout % KINDS * FURTHER) * reach->page;
}

size_t reach_narrowest(const struct reach *reach) {
    return stride_on(reach, 0);
}

size_t reach_widest(const struct reach *reach) {
    return stride_on(reach, KINDS - 1);
}

/* ---- which rows ---- */

void reach_add(struct reach *reach, size_t stride, size_t places, bool often) {
    struct reach_row *row = reach->row;
    size_t at = 0;
    while (at < reach->rows &&
           (row[at].stride < stride || (row[at].stride == stride && row[at].places < places)))
        at++;
    bool known = at < reach->rows && row[at].stride == stride && row[at].places == places;
    size_t least = reach_narrowest(reach), each = stride > 0 ? stride : least;
    bool room = room_for(ROOM_OF(reach->row), reach->rows + 1, 1) &&
                room_for(reach->room * least, places, each) &&
                room_for(reach->places_most, places, PACKED);
    if (known || !room)
        return;
    memmove(row + at + 1, row + at, (reach->rows++ - at) * sizeof *row);
    row[at] = (struct reach_row){.stride = stride, .places = places, .often = often};
}

/* Cycles of a visit to one of COUNT places; NOT_MEASURED also where there is no room for these. */
static double cost_of(struct reach *reach, size_t count, size_t stride) {
    return room_for(reach->places_most, count, 1) ? reach->measure(reach, count, stride)
                                                  : NOT_MEASURED;
}

/* Places on one layout: the cycles of a visit at the last number of them, and the most for places
   that are held. */
struct place_search {
    struct reach *reach;
    size_t stride;
    double cycles, limit;
};

static bool is_slow(void *all, size_t count) {
    struct place_search *search = all;
    search->cycles = cost_of(search->reach, count, search->stride);
    return !(search->cycles <= search->limit);
}

/* One try where code of the probe itself may take an entry: the same places are not held at
   another. */
static bool is_missed(void *all, size_t count) {
    struct place_search *search = all;
    size_t tries = search->reach->spare > 0 ? 1 : HELD_TRIES;
    bool slow = true;
    for (size_t i = 0; i < tries && slow; i++)
        slow = is_slow(search, count);
    return slow;
}

/* The most places that are held on one layout, from LEAST on, or 0 where none miss. */
static size_t held(struct reach *reach, size_t least, size_t stride) {
    double few = fmin(reach->few, cost_of(reach, least, stride));
    struct place_search search = {reach, stride, 0, reach->rise * few};
    size_t slow = search_double(is_slow, &search, &least, reach->most);
    search.limit = fmin(search.limit, few + PART * (search.cycles - few));
    reach->few = few;
    return slow > 0 ? search_halve(is_missed, &search, least, slow) - 1 : 0;
}

/* Adds rows about the last page that is held, and rows that all miss. */
static void add_entries(struct reach *reach, size_t stride, size_t least, size_t most) {
    reach_add(reach, stride, least, false);
    for (size_t i = 0; i <= 2 * ABOUT; i++)
        if (most + i >= REACH_FEW + ABOUT)
            reach_add(reach, stride, most + i - ABOUT, true);
    reach_add(reach, stride, most + most / 4 * 3, false);
    reach_add(reach, stride, 2 * most, false);
}

/* Adds, for each distance, as many pages of all that are held as map to the same sets, and one
   more. */
static void add_ways(struct reach *reach, size_t most) {
    if (most > reach->spare)
        reach_add(reach, 0, most - reach->spare, false);
    for (size_t apart = 2; apart <= most; apart++)
        if (most % apart == 0) {
            size_t stride = (apart == APART ? THRICE * apart : apart) * reach->page;
            reach_add(reach, stride, most / apart, false);
            reach_add(reach, stride, most / apart + 1, false);
        }
}

size_t reach_plan(struct reach *reach, size_t least) {
    size_t most = 0, times = 0, plans = reach->spare > 0 ? PLANS : PLANS_AT_MOST;
    reach->few = NOT_MEASURED;
    for (size_t i = 0; i < PLANS || (i < plans && times < AGREEING); i++) {
        size_t pages = held(reach, least, stride_on(reach, i));
        times = pages > most ? 1 : times + (pages == most);
        most = pages > most ? pages : most;
        reach->pass_time(reach);
    }
    if (most > 0)
        add_entries(reach, reach_narrowest(reach), least, most);
    if (!reach->adjacent)
        add_ways(reach, most);
    return most;
}

/* ---- the table ---- */

static void visit_row(struct reach *reach, struct reach_row *row, size_t layout) {
    bool varies = row->stride == reach_narrowest(reach) && row->places <= reach->most;
    size_t stride = varies ? stride_on(reach, layout) : row->stride;
    row->cycles[row->measured++] = cost_of(reach, row->places, stride);
    if (layout % REACH_SELDOM == 0) {
        row->same[row->packed] = cost_of(reach, row->places, TLB_LINE_BYTES);
        row->twice[row->packed++] = cost_of(reach, PACKED * row->places, TLB_LINE_BYTES);
    }
}

static void visit_layout(struct reach *reach, size_t layout) {
    size_t order[REACH_ROWS];
    order_spaced(&reach->dice, order, reach->rows, 0, 1);
    for (size_t i = 0; i < reach->rows; i++)
        if (reach->row[order[i]].often || layout % REACH_SELDOM == 0)
            visit_row(reach, &reach->row[order[i]], layout);
}

const char *reach_measure(struct reach *reach) {
    for (size_t layout = 0; layout < REACH_LAYOUTS; layout++) {
        if (!reach->draw(reach))
            return "no memory for the pages";
        visit_layout(reach, layout);
        reach->pass_time(reach);
    }
    return NULL;
}

/* The least counts where noise only adds, and the middle where luck also takes away. */
static double packed_cost(const struct reach *reach, double *cycles, size_t count) {
    struct spread spread = spread_of(cycles, count);
    return reach->lucky ? spread.median : spread.low;
}

size_t reach_print(struct reach *reach, FILE *out) {
    size_t printed = 0;
    for (size_t i = 0; i < reach->rows; i++) {
        struct reach_row *row = &reach->row[i];
        double median = spread_of(row->cycles, row->measured).median;
        double low = row->cycles[LOW + row->measured / LOW_OF];
        double same = packed_cost(reach, row->same, row->packed);
        double twice = packed_cost(reach, row->twice, row->packed);
        if (!(is_measured(median) && is_measured(same) && is_measured(twice)))
            continue;
        fprintf(out, "%zu\t%zu\t%.4f\t%.4f\t%.4f\t%.4f\n", row->stride, row->places, median, low,
                same, twice);
        printed++;
    }
    return printed;
}
