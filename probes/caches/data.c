/* data.c - counts misses of chains of places, on fresh pages for each layout.

   The used pages are an odd number of pages apart, which differs between layouts.  That fills all
   sets of a TLB evenly, and an entry that covers a few neighbouring pages holds only one of them.
   Places are on lines of their own. */
#include "data.h"

#include "../../analysis/room.h"
#include "../common/counting.h"
#include "../common/places.h"
#include "../common/sample.h"
#include "../machine/pages.h"

#include <math.h>
#include <stdlib.h>

enum {
    STEP = 16,          /* bytes: no line is shorter */
    SHORT = 32,         /* few lines are shorter */
    WARM = 16,          /* laps of warm-up, and that many loads */
    WARM_LOADS = 20000, /* for caches with random replacement */
    APART = 5,
    FURTHER = 2,
    APARTS = 3,
    CACHE_BYTES = 4 << 20,
    TLB_PAGES = 4096,
    AWAY = 8, /* times the places to be evicted */
    SHARE = 4 /* the part of the memory that is for rows */
};

/* ---- pages ---- */

static size_t most_apart(void) {
    return APART + (APARTS - 1) * FURTHER;
}

static bool draw(struct data *data, size_t layout) {
    struct array *array = &data->array;
    bool cache = array->counter.event == EVENT_L1D;
    size_t bytes = cache ? SHARE * array->bytes : array->bytes / APART * most_apart();
    if (data->pages.bytes > 0)
        pages_release(array->machine, &data->pages);
    data->apart = APART + layout % APARTS * FURTHER;
    return pages_draw(array->machine, &data->pages, bytes, cache ? PAGES_HUGE : PAGES_SMALL);
}

/* ---- places ---- */

static void place_on_lines(struct data *data, const struct counted *row) {
    for (size_t i = 0; i < row->places; i++)
        data->order[i] = i * row->stride;
    data->order[row->places - 1] += row->last - row->stride;
}

/* Returns whether there is room for them. */
static bool place_on_pages(struct data *data, const struct counted *row) {
    bool close = row->stride < APART * data->pages.page_bytes;
    size_t stride = close ? row->stride : row->stride / APART * data->apart;
    return places_put(&data->pages, &data->dice, data->order, row->places, 0, stride);
}

static bool link_places(struct data *data, const struct counted *row, struct chain *chain) {
    if (!room_for(ROOM_OF(data->order), row->places, 1))
        return false;
    if (data->array.counter.event == EVENT_L1D)
        place_on_lines(data, row);
    else if (!place_on_pages(data, row))
        return false;
    order_shuffle(&data->dice, data->order, row->places);
    chain_link(data->array.machine, chain, &data->pages, data->order, row->places);
    return true;
}

/* ---- counts ---- */

static double count_laps(struct data *data, struct chain *chain, size_t laps) {
    struct machine *machine = data->array.machine;
    counter_start(machine, &data->array.counter);
    chain_walk(machine, chain, laps * chain->count);
    return counter_stop(machine, &data->array.counter);
}

static void time_row(struct data *data, struct counted *row, struct chain *chain) {
    struct timing timing;
    if (!sample_chain(data->array.machine, chain, &timing))
        return;
    row->cycles = fmin(row->cycles, timing.cycles);
}

static double count_again(struct data *data, struct counted *row) {
    size_t laps = array_laps(row), warm = WARM + WARM_LOADS / row->places;
    double least = NOT_MEASURED;
    struct chain chain;
    if (!link_places(data, row, &chain))
        return NOT_MEASURED;
    chain_walk(data->array.machine, &chain, warm * chain.count);
    for (int i = 0; i < ARRAY_REPEATS; i++)
        least = fmin(least, count_laps(data, &chain, laps));
    if (row->timed)
        time_row(data, row, &chain);
    return least / (double)laps;
}

/* Links other data, many times as much, behind the memory of the rows.  Returns whether there is
   room. */
static bool link_others(struct data *data, const struct counted *row, struct chain *others) {
    size_t count = AWAY * row->places * row->stride / SHORT, first = data->array.bytes;
    if (!room_for(ROOM_OF(data->others), count, 1) ||
        !room_for(data->pages.bytes - first, count, SHORT))
        return false;
    order_spaced(&data->dice, data->others, count, first, SHORT);
    chain_link(data->array.machine, others, &data->pages, data->others, count);
    return true;
}

/* Walks or executes twice, since a cache with random replacement needs more to be filled. */
static void evicts(struct data *data, enum kind kind, struct chain *chain, struct chain *others) {
    struct machine *machine = data->array.machine;
    const struct code *block = data->blocks;
    size_t bytes = 2 * chain->count * LINE;
    while (kind == KIND_EXECUTED && block->bytes < bytes)
        block++; /* the largest has far more than PLACES_TRIED lines */
    if (kind == KIND_ALONE || kind == KIND_EXECUTED)
        chain_walk(machine, chain, WARM * chain->count);
    else
        chain_walk(machine, others, 2 * others->count);
    if (kind == KIND_EXECUTED)
        code_run(machine, block, 2);
    if (kind == KIND_WRITTEN)
        chain_write(machine, chain);
}

static double count_pushed(struct data *data, struct counted *row) {
    struct chain chain, others;
    double least = NOT_MEASURED;
    if (!link_places(data, row, &chain) || !link_others(data, row, &others))
        return NOT_MEASURED;
    for (int i = 0; i < ARRAY_REPEATS; i++) {
        evicts(data, row->kind, &chain, &others);
        least = fmin(least, count_laps(data, &chain, 1));
    }
    return least;
}

static double count_row(void *of, struct counted *row) {
    return row->kind == KIND_AGAIN ? count_again(of, row) : count_pushed(of, row);
}

/* ---- all ---- */

static bool open_array(struct data *data, struct machine *machine, enum event event) {
    struct array *array = &data->array;
    size_t limit = pages_limit(machine);
    *array = (struct array){.machine = machine, .misses = count_row, .of = data};
    if (!counting_open(machine, &array->counter, event))
        return false;
    if (!pages_draw(machine, &data->pages, 1, PAGES_SMALL))
        return false;
    size_t page = data->pages.page_bytes;
    size_t wanted = event == EVENT_L1D ? CACHE_BYTES : TLB_PAGES * most_apart() * page;
    size_t bytes = limit < wanted ? limit : wanted;
    array->bytes = event == EVENT_L1D ? bytes / SHARE : bytes / most_apart() * APART;
    array->unit = event == EVENT_L1D ? STEP : APART * page;
    array->step = event == EVENT_L1D ? STEP : 0;
    return draw(data, 0);
}

struct data *data_open(struct machine *machine, enum event event) {
    struct data *data = calloc(1, sizeof *data);
    if (data == NULL)
        return NULL;
    data->dice.state = 20040614;
    if (open_array(data, machine, event))
        return data;
    data_close(data);
    return NULL;
}

void data_close(struct data *data) {
    struct array *array = &data->array;
    if (data->pages.bytes > 0)
        pages_release(array->machine, &data->pages);
    counter_close(array->machine, &array->counter);
    free(data);
}

size_t data_print(struct data *data, FILE *out) {
    for (size_t layout = 0; layout < ARRAY_LAYOUTS; layout++) {
        if (!draw(data, layout))
            return 0;
        array_measure(&data->array, layout);
    }
    return array_print(&data->array, out);
}
