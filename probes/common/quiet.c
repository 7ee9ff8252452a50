/* quiet.c - a look at who else is there before some rows, and behind them. */
#include "quiet.h"

#include "sample.h"

/* Rows between two looks, each of which takes as long as some of them. */
enum { LOOK_AFTER = 16 };

static bool is_contended(struct quiet *quiet) {
    return sample_contended(quiet->machine, &quiet->least_contention, 0);
}

static void measure_some(struct quiet *quiet, size_t first, size_t end, size_t repeat) {
    bool contended;
    do {
        contended = is_contended(quiet);
        for (size_t i = first; i < end && !contended; i++)
            quiet->measure(quiet->plan, i, repeat, false);
        contended = contended || is_contended(quiet);
    } while (contended && machine_age_ns(quiet->machine) < quiet->patience_ns);
    for (size_t i = first; i < end && contended; i++)
        quiet->measure(quiet->plan, i, repeat, true);
}

void quiet_rows(struct quiet *quiet, size_t first, size_t end, size_t repeat) {
    for (size_t i = first; i < end; i += LOOK_AFTER)
        measure_some(quiet, i, i + LOOK_AFTER < end ? i + LOOK_AFTER : end, repeat);
}
