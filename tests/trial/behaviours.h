/* behaviours.h - what the machines of tests/zoo/ differ in. */
#ifndef TRIAL_BEHAVIOURS_H
#define TRIAL_BEHAVIOURS_H

#include "../sim/sim.h"

enum behaviour {
    /* the replacement policy of a level, in the order of policy_kind */
    REPLACES_LRU,
    REPLACES_TREE,
    REPLACES_RANDOM,
    REPLACES_FIFO,
    REPLACES_QLRU,
    /* a level of cache */
    IS_HASHED,
    IS_PARTLY_HASHED,
    IS_VIRTUAL,
    IS_INCLUSIVE,
    IS_VICTIM,
    IS_BESIDE,
    IS_SECTORED,
    WRITES_THROUGH,
    NOT_ALLOCATING,
    IS_UNIFIED,
    IS_DIRECT_MAPPED,
    HAS_NO_SETS,
    HAS_ODD_WAYS,
    HAS_ODD_LINE,
    /* the levels together */
    HAS_NO_CACHE,
    HAS_ONE_LEVEL,
    HAS_FOUR_LEVELS,
    HAS_TWO_LINES,
    IS_TWICE_THE_LEVEL_BEFORE,
    IS_AS_FAST_AS_THE_LEVEL_BEFORE,
    HAS_WAY_ABOVE_PAGE,
    /* pages and TLBs */
    IS_SCATTERED,
    IS_PROMOTED,
    HAS_BIG_PAGES,
    HAS_ONE_TLB,
    HAS_TWO_TLBS,
    HAS_TLB_WITHOUT_SETS,
    HAS_TLB_WITH_SETS,
    HAS_ODD_TLB,
    HAS_TLB_WITHIN_L1,
    HAS_SKEWED_TLB,
    HAS_RANDOM_TLB,
    COALESCES,
    LOADS_IN_WALKS,
    SHARES_TLB_WITH_CODE,
    /* the rest of the machine */
    IS_32_BIT,
    NO_FLUSH,
    PREFETCHES,
    HAS_NEIGHBOUR,
    HAS_THREAD_BESIDE,
    CHANGES_CLOCK,
    HAS_COARSE_CLOCK,
    KEEPS_DECODED,
    COUNTS_WALKS,
    COUNTS_TWICE,
    /* several CPUs */
    HAS_THREADS,
    HAS_MODULES,
    HAS_TWO_KINDS,
    HAS_QUOTA,
    HAS_NODES,
    IS_UNPINNED,
    IS_MOVED,
    BEHAVIOURS
};

/* Returns whether the machine has the behaviour. */
bool has_behaviour(const struct sim_machine *sim, enum behaviour behaviour);

#endif
