/* counted_code.c - the sweep of code by performance counters: measures the instruction cache by
   AMP's experiments (3.7 to 3.9), and whether code evicts data (3.6).  Fails if no counter is
   granted.

   Calls replace loads.  The lines of the calling loop conflict with some places, so the best of a
   few places counts.  Each call enters its chunk at a random instruction, so that a cache of
   decoded instructions, which is indexed by the entry, holds hardly any. */
#include "../caches/data.h"
#include "../common/counting.h"
#include "../machine/sweep.h"
#include "area.h"
#include "blocks.h"

#include <stdlib.h>

enum {
    LINES_MOST = CALLS_AREA / AREA_BLOCK,
    CALLS_MOST = (ARRAY_LAPS + ARRAY_TIMES * PLACES_TRIED) * PLACES_TRIED,
    PLACES = 2
};
/* Places in the part of a block that is code, with room for shifts on both sides, at the same
   offset in lines of any length. */
static const size_t PLACE[PLACES] = {320, 320 + AREA_BLOCK};

struct code_lines {
    struct array array;
    struct dice dice;
    size_t order[LINES_MOST];
    uint32_t offset[CALLS_MOST];
};

/* ---- calls ---- */

/* Writes calls of the row's lines, from offset FIRST on, in a random order that repeats. */
static void draw_calls(struct code_lines *code, const struct counted *row, size_t first,
                       size_t count) {
    for (size_t i = 0; i < row->places; i++)
        code->order[i] = first + i * row->stride;
    code->order[row->places - 1] += row->last - row->stride;
    order_shuffle(&code->dice, code->order, row->places);
    for (size_t i = 0; i < count; i++)
        code->offset[i] =
            (uint32_t)(code->order[i % row->places] + dice_below(&code->dice, CALLS_CHUNK - 1));
}

static double count_laps(struct code_lines *code, const struct counted *row, size_t first,
                         size_t laps) {
    struct calls calls = area_calls(code->offset, laps * row->places, row->places);
    struct machine *machine = code->array.machine;
    struct timing timing;
    draw_calls(code, row, first, calls.count);
    counter_start(machine, &code->array.counter);
    calls_sample(machine, &calls, &timing);
    return counter_stop(machine, &code->array.counter);
}

/* With scattered page frames, another part of the area is another layout. */
static double count_row(void *of, struct counted *row) {
    struct code_lines *code = of;
    size_t laps = array_laps(row);
    size_t room = code->array.bytes - ((row->places - 1) * row->stride + row->last);
    size_t block = dice_below(&code->dice, room / AREA_BLOCK + 1) * AREA_BLOCK;
    double least = NOT_MEASURED;
    for (int i = 0; i < ARRAY_REPEATS; i++)
        for (int place = 0; place < PLACES; place++)
            least = fmin(least, count_laps(code, row, block + PLACE[place], laps));
    return least / (double)laps;
}

static size_t measure_code(struct machine *machine, FILE *out) {
    struct code_lines *code = calloc(1, sizeof *code);
    size_t rows = 0;
    if (code == NULL)
        return 0;
    struct array *array = &code->array;
    *array = (struct array){.machine = machine,
                            .unit = AREA_BLOCK,
                            .step = CALLS_CHUNK,
                            .bytes = CALLS_AREA - PLACES * AREA_BLOCK,
                            .misses = count_row,
                            .of = code};
    code->dice.state = 20040614;
    if (counting_open(machine, &array->counter, EVENT_L1I)) {
        struct ways found = array_find(array);
        array_plan(array, &found);
        for (size_t layout = 0; layout < ARRAY_LAYOUTS; layout++)
            array_measure(array, layout);
        rows = array_print(array, out);
        counter_close(machine, &array->counter);
    }
    free(code);
    return rows;
}

/* ---- code against data ---- */

static size_t measure_data(struct machine *machine, FILE *out) {
    struct data *data = blocks->run != NULL ? data_open(machine, EVENT_L1D) : NULL;
    if (data == NULL)
        return 0;
    struct ways found = array_find(&data->array);
    data->blocks = blocks;
    array_add_between(&data->array, &found, KIND_EXECUTED);
    size_t rows = data_print(data, out);
    data_close(data);
    return rows;
}

sweep sweep_counted_code;

const char *sweep_counted_code(struct machine *machine, FILE *out) {
    array_print_columns("counted_code", out);
    size_t rows = measure_code(machine, out);
    rows += measure_data(machine, out);
    return rows > 0 ? NULL : COUNTERS_NONE;
}
