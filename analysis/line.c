/* line.c - decides the line size: the smallest shift that ends conflicts. */
#include "line.h"
#include "measured.h"

#include <math.h>
#include <stdbool.h>

/* Relative to all conflicts: the most that remain when they end, the least that are kept, the most
   that remain on most layouts, and that relative to those kept.  A third of the places is at the
   beginning of its line where the line is three times a power of two. */
static const double ENDED = 0.15, KEPT = 0.3, MOSTLY = 0.3, CLEARLY = 0.5;

void shifts_add(struct shifts *shifts, double bytes, double rise, double least) {
    if (shifts->count == SHIFTS_MOST)
        return;
    shifts->bytes[shifts->count] = bytes;
    shifts->rise[shifts->count] = rise;
    shifts->least[shifts->count++] = least;
}

/* Did conflicts end in the best case, and mostly?  In a few layouts the shifted place may stay in
   the level above. */
static bool ended(const struct shifts *shifts, size_t i) {
    return shifts->least[i] <= ENDED * shifts->full && shifts->rise[i] <= MOSTLY * shifts->full;
}

/* The cost of conflicts a STEP before LINE, if that shift keeps them, or 0. */
static double cost_before(const struct shifts *shifts, double line, double step) {
    double cost = 0;
    for (size_t i = 0; i < shifts->count; i++)
        if (shifts->bytes[i] < line && shifts->bytes[i] + step + 0.5 > line &&
            shifts->rise[i] >= KEPT * shifts->full)
            cost = fmax(cost, shifts->rise[i]);
    return cost;
}

double shifts_line(const struct shifts *shifts, double step) {
    double line = NOT_MEASURED;
    for (size_t i = 0; i < shifts->count; i++)
        if (ended(shifts, i))
            line = fmin(line, shifts->bytes[i]);
    double before = cost_before(shifts, line, step);
    for (size_t i = 0; i < shifts->count; i++)
        if (shifts->bytes[i] >= line && (!ended(shifts, i) || shifts->rise[i] > CLEARLY * before))
            return 0;
    return is_measured(line) && before > 0 ? line : 0;
}
