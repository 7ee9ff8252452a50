/* trace.c - writes a trace. */
#include "trace.h"
#include "spread.h"

enum {
    POOL = 2,          /* blocks that take turns beside those that fit, and one more for */
    WAYS_FOR_ONE = 32, /* ways */
    EVICTORS = 3,      /* times the ways: blocks that evict all others */
    VISITS = 640,      /* beside two for each way */
    TWICE = 8 /* every so many visits a block comes again at once: a hit, whatever the policy */
};

static size_t pool_of(size_t ways) {
    return ways + POOL + ways / WAYS_FOR_ONE;
}

size_t trace_blocks(size_t ways) {
    return pool_of(ways) + EVICTORS * ways;
}

size_t trace_most(size_t ways) {
    return VISITS + (3 + 2 * EVICTORS) * ways;
}

/* Evictors in a fixed cycle, twice; then the blocks of a pool that is a little too large, in order,
   and then in random order, for which policies differ. */
size_t trace_write(size_t ways, struct dice *dice, size_t *block) {
    size_t pool = pool_of(ways), evictors = EVICTORS * ways, visits = 0;
    for (size_t i = 0; i < 2 * evictors; i++)
        block[visits++] = pool + i % evictors;
    for (size_t i = 0; i < ways; i++)
        block[visits++] = i;
    for (size_t i = 0; i < VISITS + 2 * ways; i++, visits++)
        block[visits] = i % TWICE == TWICE - 1 ? block[visits - 1] : dice_below(dice, pool);
    return visits;
}

/* The mean of the middle third: noise is slow, and the clock's step is either way. */
double trace_cost(double *ns) {
    return spread_mean(ns, TRACE_REPLAYS, TRACE_REPLAYS / 3,
                       TRACE_REPLAYS - 2 * (TRACE_REPLAYS / 3));
}
