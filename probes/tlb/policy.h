/* policy.h - laps of the second TLB: blocks of a page of each set (laps.h). */
#ifndef POLICY_H
#define POLICY_H

#include "../common/laps.h"
#include "second.h"

#include <stdio.h>

enum { POLICY_SETS = 1024 };

struct second_policy {
    size_t ways, each, turn[POLICY_SETS]; /* pages of a block, and their order */
    struct timed_lap lap[LAPS];
};

/* Times the laps, of so many ENTRIES and WAYS.  Does nothing where there is no room for them, or no
   block misses the first TLB. */
void policy_measure(struct second *second, struct second_policy *policy, size_t entries,
                    size_t ways);

/* As rows of a table of laps, behind the number of their ROLE; but what packed lines cost stands
   there twice. */
void policy_print(struct second_policy *policy, int role, FILE *out);

#endif
