/* tlb2_policy.h - measures the replacement policy of the second TLB by laps of blocks of one page
   of each set (laps.h); fails where there is no room for them. */
#ifndef TLB2_POLICY_H
#define TLB2_POLICY_H

#include "../common/laps.h"
#include "tlb2_blocks.h"

#include <stdio.h>

enum { TLB2_POLICY_SETS = 1024 };

struct tlb2_policy {
    size_t ways, each, turn[TLB2_POLICY_SETS]; /* pages of a block, and their order */
    struct timed_lap lap[LAPS];
};

/* Times the laps for a TLB of so many ENTRIES and WAYS.  Does nothing where there is no room for
   them, or where blocks do not miss the first TLB. */
void tlb2_policy_measure(struct tlb2 *tlb2, struct tlb2_policy *policy, size_t entries,
                         size_t ways);

/* Prints the section of laps, if there are any. */
void tlb2_policy_print(struct tlb2_policy *policy, FILE *out);

#endif
