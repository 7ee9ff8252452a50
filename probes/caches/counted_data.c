/* counted_data.c - the sweep of data by performance counters: measures the first data cache and
   the first TLB by AMP's experiments (Coleman and Davidson, 3.1 to 3.4 and 3.10); fails where no
   counter is granted.

   Counters confirm the timings on systems that let a process use them.  The rows are chosen by
   counts alone; the cycles of a few show whether all slow visits are counted. */
#include "../machine/sweep.h"
#include "data.h"

enum { CLOSEST = 16 /* the closest places, as a part of a page */, PAGES = 4 };

/* Adds random pages, as many as there are entries, and twice as many places that are closer
   together: these miss as soon as each has a page of its own (BlackjackBench 3.1.1). */
static void add_pages(struct array *array, size_t entries, size_t page) {
    array_add(array, KIND_AGAIN, 0, entries, 0);
    for (size_t close = page / CLOSEST; close <= PAGES * page; close *= 2)
        array_add(array, KIND_AGAIN, close, 2 * entries, close);
}

/* Returns the number of rows printed. */
static size_t measure(struct machine *machine, enum event event, FILE *out) {
    struct data *data = data_open(machine, event);
    if (data == NULL)
        return 0;
    struct array *array = &data->array;
    struct ways found = array_find(array);
    array_plan(array, &found);
    if (event == EVENT_L1D)
        array_add_between(array, &found, KIND_WRITTEN);
    else
        add_pages(array, found.ways * found.way / array->unit, data->pages.page_bytes);
    size_t rows = data_print(data, out);
    data_close(data);
    return rows;
}

sweep sweep_counted_data;

const char *sweep_counted_data(struct machine *machine, FILE *out) {
    array_print_columns("counted_data", out);
    size_t rows = measure(machine, EVENT_L1D, out);
    rows += measure(machine, EVENT_DTLB, out);
    return rows > 0 ? NULL : COUNTERS_NONE;
}
