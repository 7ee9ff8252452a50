/* micro_tags.c - loads two lines in turns. */
#include "micro_tags.h"

#include "../common/sample.h"

/* In hits: lines that evict each other cost an access of the next level, and lines that hide each
   other 1.6 on a Zen 5. */
static const double SLOW_IN_TURNS = 1.25;
/* What slows other loads as well may have begun after the calibration, so that is repeated. */
enum { MICRO_TAGS_TRIES = 3 };

static bool is_slow_in_turns(struct layout *layout, size_t a, size_t b) {
    size_t order[2] = {a, b};
    struct chain chain;
    struct timing timing;
    sequence_link(layout, &chain, order, 2);
    return sample_chain(layout->machine, &chain, &timing) &&
           timing.cycles > SLOW_IN_TURNS * layout->hit;
}

bool micro_tags_equal(struct layout *layout, size_t a, size_t b) {
    for (int i = 0; i < MICRO_TAGS_TRIES; i++) {
        if (!is_slow_in_turns(layout, a, b))
            return false;
        sequence_calibrate(layout);
    }
    return true;
}
