/* behaviours.h - what the machines of tests/zoo/ differ in. */
#ifndef TRIAL_BEHAVIOURS_H
#define TRIAL_BEHAVIOURS_H

#include "../sim/sim.h"

/* A comment begins each part.  Add a constant as the last of its part, above PAST_LEVELS and its
   like, which begin the next.  When machines are chosen (cover.h), sweeps of TLBs ignore the parts
   "a level of cache" and "a level and the one before it", and sweeps of caches ignore those of
   TLBs. Behaviours of several CPUs choose no machine: sweeps of several CPUs run on all machines
   that have some.  A number is odd here if it is no power of two. */
enum behaviour {
    /* the replacement policy of a level, in the order of policy_kind */
    REPLACES_LRU,
    REPLACES_TREE,
    REPLACES_RANDOM,
    REPLACES_FIFO,
    REPLACES_QLRU,
    /* a level of cache */
    INSERTS_BIMODALLY,
    IS_HASHED,
    IS_PARTLY_HASHED,
    IS_VIRTUAL,
    IS_INCLUSIVE,
    IS_VICTIM,
    IS_BESIDE,
    IS_SECTORED,
    WRITES_THROUGH,
    NOT_ALLOCATING,
    IS_UNIFIED_FIRST,
    IS_DATA_ONLY_BEHIND,
    IS_DIRECT_MAPPED,
    HAS_NO_SETS,
    HAS_ODD_WAYS,
    HAS_ODD_LINE,
    /* a level and the one before it */
    HAS_ANOTHER_LINE,
    HAS_AT_MOST_TWICE_THE_BYTES,
    HAS_AT_MOST_TWICE_THE_LATENCY,
    /* the levels together */
    PAST_LEVELS,
    HAS_NO_CACHE = PAST_LEVELS,
    HAS_ONE_LEVEL,
    HAS_FOUR_LEVELS,
    HAS_WAY_ABOVE_PAGE,
    /* pages */
    IS_SCATTERED,
    IS_CONTIGUOUS,
    IS_SPLINTERED,
    IS_PROMOTED,
    HAS_BIG_PAGES,
    HAS_ZEROS_APART,
    /* a TLB of data or of code */
    FIRST_OF_TLBS,
    HAS_TLB_WITHOUT_SETS = FIRST_OF_TLBS,
    HAS_TLB_WITH_SETS,
    HAS_ODD_TLB,
    HAS_SKEWED_TLB,
    HAS_RANDOM_TLB,
    HAS_HUGE_ENTRIES,
    HAS_LOADS_ONLY_TLB,
    COALESCES,
    /* the TLBs together */
    PAST_TLBS,
    HAS_ONE_TLB = PAST_TLBS,
    HAS_TWO_TLBS,
    HAS_ONE_TLB_OF_CODE,
    HAS_TWO_TLBS_OF_CODE,
    HAS_TLB_WITHIN_L1,
    LOADS_IN_WALKS,
    SHARES_TLB_WITH_CODE,
    /* prefetchers, in the order of prefetch_kind */
    PREFETCHES_NEXT,
    PREFETCHES_PAIR,
    PREFETCHES_STRIDE,
    PREFETCHES_POINTER,
    /* the core */
    IS_32_BIT,
    NO_FLUSH,
    KEEPS_DECODED,
    COUNTS_WALKS,
    COUNTS_TWICE,
    /* noise, which shows in runs with noise only */
    FIRST_OF_NOISE,
    HAS_USUAL_NOISE = FIRST_OF_NOISE,
    HAS_NEIGHBOUR,
    HAS_THREAD_BESIDE,
    EVICTS_WHEN_PREEMPTED,
    CHANGES_CLOCK,
    HAS_COARSE_CLOCK,
    /* several CPUs */
    FIRST_OF_CPUS,
    HAS_THREADS = FIRST_OF_CPUS,
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
