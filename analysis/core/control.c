/* control.c - decides whether another thread used the core while a statement was measured. */
#include "control.h"

#include <math.h>

enum { CONTROL_CYCLES = 2, CONTROL_ALONE };
/* How many loops are needed, each longer than the one before. */
enum { LEAST_CONTROLS = 4 };
/* Cycles by which they may differ from a whole number of cycles more. */
static const double WHOLE = 0.1;

bool control_is_undisturbed(const struct table *table) {
    const struct table *control = table_section(table, "control");
    if (control == NULL || control->rows < LEAST_CONTROLS)
        return false;
    for (size_t row = 0; row < control->rows; row++) {
        double cycles = table_at(control, row, CONTROL_CYCLES);
        double more = row > 0 ? cycles - table_at(control, row - 1, CONTROL_CYCLES) : 1;
        if (!is_measured(table_at(control, row, CONTROL_ALONE)) || more < 1 - WHOLE ||
            fabs(more - floor(more + 0.5)) > WHOLE)
            return false;
    }
    return true;
}
