/* undisturbed.c - checks for another thread on the core before and after each few rows. */
#include "undisturbed.h"

#include "sample.h"

/* Rows between two checks, each of which takes as long as some rows. */
enum { LOOK_AFTER = 16 };

static bool is_contended(struct undisturbed *undisturbed) {
    return sample_contended(undisturbed->machine, &undisturbed->least_contention, 0);
}

static void measure_between_checks(struct undisturbed *undisturbed, size_t first, size_t end,
                                   size_t repeat) {
    bool contended;
    do {
        contended = is_contended(undisturbed);
        for (size_t i = first; i < end && !contended; i++)
            undisturbed->measure(undisturbed->plan, i, repeat, false);
        contended = contended || is_contended(undisturbed);
    } while (contended && machine_age_ns(undisturbed->machine) < undisturbed->patience_ns);
    for (size_t i = first; i < end && contended; i++)
        undisturbed->measure(undisturbed->plan, i, repeat, true);
}

void undisturbed_rows(struct undisturbed *undisturbed, size_t first, size_t end, size_t repeat) {
    for (size_t i = first; i < end; i += LOOK_AFTER)
        measure_between_checks(undisturbed, i, i + LOOK_AFTER < end ? i + LOOK_AFTER : end, repeat);
}
