/* trace.c - writes a trace: evictors, a pool of blocks in order, and the pool in random order. */
#include "trace.h"
#include "spread.h"

enum {
    POOL = 2,          /* blocks of the pool that do not fit, and one more for each */
    WAYS_FOR_ONE = 32, /* ways */
    EVICTORS = 3,      /* times the ways: that many blocks evict all others */
    VISITS = 640,      /* beside two for each way */
    TWICE = 8          /* every eighth visit repeats the last one: a hit under any policy */
};

size_t trace_pool(size_t ways) {
    return ways + POOL + ways / WAYS_FOR_ONE;
}

size_t trace_blocks(size_t ways) {
    return trace_pool(ways) + EVICTORS * ways;
}

size_t trace_most(size_t ways) {
    return VISITS + (3 + 2 * EVICTORS) * ways;
}

/* The pool is a little larger than what fits, so that policies differ. */
size_t trace_write(size_t ways, struct dice *dice, size_t *block) {
    size_t pool = trace_pool(ways), evictors = EVICTORS * ways, visits = 0;
    for (size_t i = 0; i < 2 * evictors; i++)
        block[visits++] = pool + i % evictors;
    for (size_t i = 0; i < ways; i++)
        block[visits++] = i;
    for (size_t i = 0; i < VISITS + 2 * ways; i++, visits++)
        block[visits] = i % TWICE == TWICE - 1 ? block[visits - 1] : dice_below(dice, pool);
    return visits;
}

/* The mean of the middle third, since noise adds, and the clock's step may add or subtract. */
double trace_cost(double *ns) {
    return spread_mean(ns, TRACE_REPLAYS, TRACE_REPLAYS / 3,
                       TRACE_REPLAYS - 2 * (TRACE_REPLAYS / 3));
}
