/* micro_tags.c - loads two lines in turns. */
#include "micro_tags.h"

#include "../common/sample.h"

#include "../../analysis/compact.h"

/* What slows other loads as well may have begun after the calibration, so that is repeated. */
enum { MICRO_TAGS_TRIES = 3 };

static bool is_slow_in_turns(struct layout *layout, size_t a, size_t b) {
    size_t order[2] = {a, b};
    struct chain chain;
    struct timing timing;
    sequence_link(layout, &chain, order, 2);
    return sample_chain(layout->machine, &chain, &timing) &&
           timing.cycles > compact_limit(layout->hit, layout->noisy_hit, layout->hit);
}

bool micro_tags_equal(struct layout *layout, size_t a, size_t b) {
    for (int i = 0; i < MICRO_TAGS_TRIES; i++) {
        if (!is_slow_in_turns(layout, a, b))
            return false;
        sequence_calibrate(layout);
    }
    return true;
}
