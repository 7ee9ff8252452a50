/* arrays.c - finds a cache's ways, plans the rows, and prints their misses. */
#include "arrays.h"

#include "../../analysis/room.h"
#include "../common/search.h"

#include <math.h>

enum {
    FEW = 2,
    MOST_SHIFT = 512, /* bytes */
    MOST_ODD = 7      /* the largest odd number of ways between places that is tried */
};

/* ---- counts ---- */

size_t array_laps(const struct counted *row) {
    return ARRAY_LAPS + ARRAY_TIMES * row->places;
}

static bool has_room(const struct array *array, size_t stride, size_t places, size_t last) {
    return places > 0 && room_for(PLACES_TRIED, places, 1) && last <= array->bytes &&
           room_for(array->bytes - last, places - 1, stride);
}

static bool is_held(struct array *array, size_t stride, size_t places, size_t last) {
    struct counted row = {.stride = stride, .places = places, .last = last};
    return has_room(array, stride, places, last) && array->misses(array->of, &row) < HELD_BELOW;
}

/* ---- the search ---- */

struct places_apart {
    struct array *array;
    size_t stride;
};

static bool conflict(void *all, size_t places) {
    const struct places_apart *apart = all;
    return !is_held(apart->array, apart->stride, places, apart->stride);
}

/* Returns the fewest places, STRIDE bytes apart, that are not held, or 0 if all that there is room
   for are held. */
static size_t find_conflict(struct array *array, size_t stride) {
    struct places_apart apart = {array, stride};
    size_t most = array->bytes / stride;
    return search_least(conflict, &apart, 1, most < PLACES_TRIED / 2 ? most : PLACES_TRIED / 2);
}

/* Tries distances from the widest on, each half of the last: at all those that are multiples of a
   way the same number of places conflicts. */
struct ways array_find(struct array *array) {
    struct ways found = {0, 0};
    size_t widest = array->unit;
    while (4 * widest <= array->bytes)
        widest *= 2;
    for (size_t stride = widest; stride >= array->unit; stride /= 2) {
        size_t conflict = find_conflict(array, stride);
        if (found.ways > 0 && conflict != found.ways + 1)
            break;
        if (conflict > 0)
            found = (struct ways){conflict - 1, stride};
    }
    return found;
}

/* ---- rows ---- */

void array_add(struct array *array, enum kind kind, size_t stride, size_t places, size_t last) {
    if (room_for(ARRAY_ROWS, array->rows + 1, 1) && has_room(array, stride, places, last))
        array->row[array->rows++] =
            (struct counted){kind, stride, places, last, .cycles = NOT_MEASURED};
}

static void add_again(struct array *array, size_t stride, size_t places) {
    array_add(array, KIND_AGAIN, stride, places, stride);
}

/* Adds a row whose loads are timed as well.  If places that are held by the count cost more than a
   few places do, the counter does not count all misses. */
static void add_timed(struct array *array, size_t stride, size_t places) {
    add_again(array, stride, places);
    if (array->rows > 0)
        array->row[array->rows - 1].timed = true;
}

/* Shifts the last of one place too many up or down.  The places fit as soon as it is in another
   set, which is a whole line away (X-Ray's Figure 10). */
static void add_shifted(struct array *array, const struct ways *found) {
    size_t way = found->way, places = found->ways + 1;
    for (int down = 0; down < 2 && array->step > 0; down++)
        for (size_t shift = array->step; shift < way && shift <= MOST_SHIFT; shift += array->step) {
            size_t last = down ? way - shift : way + shift;
            array_add(array, KIND_AGAIN, way, places, last);
            if (is_held(array, way, places, last))
                break;
        }
}

void array_plan(struct array *array, const struct ways *found) {
    size_t way = found->way, ways = found->ways;
    if (ways == 0)
        return;
    add_timed(array, array->unit, FEW);
    add_timed(array, way, ways);
    add_again(array, way, ways + 1);
    add_again(array, 2 * way, ways);
    add_again(array, 2 * way, ways + 1);
    if (way >= 2 * array->unit) {
        add_again(array, way / 2, 2 * ways);
        add_again(array, way / 2, 2 * ways + 1);
    }
    for (size_t odd = 3; odd <= MOST_ODD; odd += 2) {
        add_again(array, odd * way, ways);
        add_again(array, odd * way, ways + 1);
    }
    add_shifted(array, found);
}

void array_add_between(struct array *array, const struct ways *found, enum kind kind) {
    size_t places = found->ways * found->way / 2 / LINE;
    array_add(array, KIND_ALONE, LINE, places, LINE);
    array_add(array, KIND_AWAY, LINE, places, LINE);
    array_add(array, kind, LINE, places, LINE);
}

/* ---- the table ---- */

void array_measure(struct array *array, size_t layout) {
    for (size_t i = 0; i < array->rows; i++)
        array->row[i].misses[layout] = array->misses(array->of, &array->row[i]);
}

void array_print_columns(const char *name, FILE *out) {
    fprintf(out, "# sweep: %s\n# columns: event kind stride places last least most cycles\n", name);
}

static bool print_counted(const struct counted *row, enum event event, FILE *out) {
    static const char *const events[] = {
        [EVENT_L1D] = "l1d", [EVENT_DTLB] = "dtlb", [EVENT_L1I] = "l1i"};
    static const char *const kinds[] = {[KIND_AGAIN] = "again",
                                        [KIND_ALONE] = "alone",
                                        [KIND_AWAY] = "away",
                                        [KIND_WRITTEN] = "written",
                                        [KIND_EXECUTED] = "executed"};
    double least = row->misses[0], most = row->misses[0];
    for (size_t i = 1; i < ARRAY_LAYOUTS; i++) {
        least = fmin(least, row->misses[i]);
        most = fmax(most, row->misses[i]);
    }
    if (!is_measured(most))
        return false;
    fprintf(out, "%s\t%s\t%zu\t%zu\t%zu\t%.3f\t%.3f\t", events[event], kinds[row->kind],
            row->stride, row->places, row->last, least, most);
    fprintf(out, is_measured(row->cycles) ? "%.3f\n" : "-\n", row->cycles);
    return true;
}

size_t array_print(const struct array *array, FILE *out) {
    size_t printed = 0;
    for (size_t i = 0; i < array->rows; i++)
        printed += print_counted(&array->row[i], array->counter.event, out);
    return printed;
}
